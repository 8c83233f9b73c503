//! Which button a rule presses.

use super::says::words;
use crate::params::dialogs::SAME_BUTTON;
use lea_lexicon::{Lexicon, risk};
use lea_model::Rect;
use lea_recognize::label::{normal, ratio};

/// The first of the labels that is there as a button, and may be pressed.
pub(super) fn choose<'b>(
    buttons: &'b [(String, Rect)],
    labels: &[String],
    dangerous_ok: bool,
) -> Option<&'b (String, Rect)> {
    let may = |found: &str| dangerous_ok || risk::word(found).is_none();
    labels.iter().find_map(|label| {
        let fitting = buttons.iter().filter(|(found, bbox)| !bbox.is_empty() && may(found));
        let alike = fitting.filter_map(|b| Some((b, likeness(label, &b.0)?)));
        // Of equals the first, so that a reaction does not depend on chance.
        alike.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(b, _)| b)
    })
}

/// How alike a label is to the one wanted; none where it is another.
pub(super) fn likeness(wanted: &str, found: &str) -> Option<f64> {
    let found = without_count(found);
    if is_cross(wanted) || is_cross(found) {
        return (is_cross(wanted) && is_cross(found)).then_some(1.0);
    }
    let (a, b) = (normal(wanted), normal(found));
    if a == b {
        return (!a.is_empty()).then_some(1.0);
    }
    // "Se reconnecter" is like "Se déconnecter" but for the beginning of a word.
    let initials = |text: &str| -> Vec<Option<char>> { words(text).map(|w| w.chars().next()).collect() };
    let ratio = ratio(&a, &b);
    (ratio >= SAME_BUTTON && initials(wanted) == initials(found)).then_some(ratio)
}

/// A label without what counts down behind it: "Rester connecté (58)".
fn without_count(label: &str) -> &str {
    let label = label.trim();
    let Some(open) = label.strip_suffix(')').and_then(|rest| rest.rfind('(')) else { return label };
    let before = label[..open].trim_end();
    let counts = label[open..].chars().any(|c| c.is_ascii_digit());
    if counts && !before.is_empty() { before } else { label }
}

/// The label is a cross that closes.
pub(super) fn is_cross(label: &str) -> bool {
    Lexicon::in_use().controls.is_cross(label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_lexicon::CROSS;

    fn buttons(labels: &[&str]) -> Vec<(String, Rect)> {
        let place = |i: usize| Rect::from([100 * i as i32, 0, 100 * i as i32 + 80, 30]);
        labels.iter().enumerate().map(|(i, l)| ((*l).to_owned(), place(i))).collect()
    }

    fn chosen(on_screen: &[&str], labels: &[&str]) -> Option<String> {
        let labels: Vec<String> = labels.iter().map(|l| (*l).to_owned()).collect();
        choose(&buttons(on_screen), &labels, false).map(|b| b.0.clone())
    }

    #[test]
    fn the_order_of_the_rule_counts_and_not_that_of_the_screen() {
        assert_eq!(chosen(&["OK", "Plus tard"], &["Plus tard", "OK"]).as_deref(), Some("Plus tard"));
        assert_eq!(chosen(&["OK"], &["Plus tard", "OK"]).as_deref(), Some("OK"));
        assert_eq!(
            chosen(&["Rester connecté (58)"], &["rester connecte"]).as_deref(),
            Some("Rester connecté (58)")
        );
        assert_eq!(chosen(&["✕"], &[CROSS]).as_deref(), Some("✕"));
    }

    #[test]
    fn labels_that_mean_the_opposite_are_not_alike() {
        assert_eq!(chosen(&["Se déconnecter"], &["Se reconnecter"]), None);
        assert_eq!(chosen(&["Ne plus me le rappeler"], &["Me le rappeler"]), None);
        assert_eq!(chosen(&["Install now"], &["Not now"]), None);
        assert_eq!(
            chosen(&["Me le rappeIer plus tard"], &["Me le rappeler plus tard"]).map(|_| ()),
            Some(())
        );
    }

    #[test]
    fn what_cannot_be_taken_back_is_not_pressed() {
        assert_eq!(chosen(&["Supprimer"], &["Supprimer"]), None);
        let long = "Oui je suis sûr de vouloir tout supprimer";
        assert!(risk::word(long).is_some());
        assert_eq!(chosen(&[long], &[long]), None);
        let all = buttons(&["Tout refuser"]);
        assert!(choose(&all, &["Tout refuser".to_owned()], true).is_some());
    }
}
