//! Text in drawings: how wide it is, where it breaks, and that it is never markup.

pub use crate::sessions::escape;

/// The width of a text in a sans-serif font of this size, a little too large rather than too small.
pub fn width(text: &str, px: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' | '[' | ']' => {
            0.34
        }
        'f' | 'r' | 't' | '-' | '"' | '/' | '\u{201c}' | '\u{201d}' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '→' | '—' => 0.95,
        c if c.is_ascii_uppercase() => 0.70,
        c if c.is_ascii() => 0.58,
        c if (c as u32) < 0x1100 => 0.66,
        _ => 1.05,
    };
    text.chars().map(em).sum::<f64>() * px
}

/// Characters that neither draw anything nor belong into a document are left out; so are those that turn its direction.
pub fn plain(text: &str) -> String {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    spaced
        .chars()
        .filter(|c| !is_odd(*c))
        .collect::<String>()
        .split(' ')
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The text in at most `most` lines of this width; what does not fit is cut.
pub fn lines(text: &str, px: f64, wide: f64, most: usize) -> Vec<String> {
    let text = plain(text);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let fits = |line: &str| line.is_empty() || width(line, px) + width(word, px) + width(" ", px) <= wide;
        match lines.last_mut() {
            Some(line) if fits(line) => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let is_cut = lines.len() > most;
    lines.truncate(most);
    let last = lines.len().saturating_sub(1);
    for (n, line) in lines.iter_mut().enumerate() {
        if width(line, px) > wide || (n == last && is_cut) {
            while !line.is_empty() && width(line, px) + width("…", px) > wide {
                line.pop();
            }
            line.push('…');
        }
    }
    lines.retain(|l| !l.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words_and_is_cut_where_it_does_not_fit() {
        assert_eq!(lines("Valider la facture", 12.0, 90.0, 3), ["Valider la", "facture"]);
        let cut = lines("Anticonstitutionnellement parlant, il ne faut pas", 12.0, 90.0, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut.iter().all(|l| l.ends_with('…') && width(l, 12.0) <= 90.0), "{cut:?}");
        assert!(lines("  \u{202e} ", 12.0, 90.0, 2).is_empty());
    }

    #[test]
    fn what_turns_or_hides_text_is_left_out() {
        assert_eq!(plain("a\u{202e}b\n\tc\u{0}\u{200b}d"), "ab cd");
    }
}
