use super::*;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A text typed with so many milliseconds from key to key, the first at 0; `<` takes a character back.
fn typed(text: &str, pace: u64) -> Keys {
    let key = |c: char| if c == '<' { Keystroke::Deleted } else { Keystroke::Wrote(c.into()) };
    text.chars().enumerate().map(|(i, c)| (ms(i as u64 * pace), key(c))).collect()
}

fn looks(shown: &[(u64, &str)]) -> Vec<Look> {
    let lines = |shown: &str| shown.split('/').map(str::to_owned).collect();
    shown.iter().map(|(t, shown)| Look { t: ms(*t), lines: lines(shown) }).collect()
}

/// Typed at 100 ms a key and looked at `t` milliseconds after the first; `/` parts lines.
fn is_seen(text: &str, shown: &[(u64, &str)]) -> bool {
    sighting(&typed(text, 100), &looks(shown)).is_some()
}

#[test]
fn a_text_that_the_screen_shows_is_seen() {
    for (text, shown) in [
        ("Dupont", "Dupont"),
        ("Dupont", "DUPONT"),
        ("Élodie reçoit", "Elodie recoit"),
        ("120,50", "120,50 €"),
        ("+44 20 7946 0018", "+44 (20) 7946-0018"),
        ("q", "q"),
        ("42", "42"),
        ("a-b", "a-b"),
        ("--", "--"),
    ] {
        assert!(is_seen(text, &[(3000, shown)]), "{text}");
    }
}

#[test]
fn what_is_not_echoed_is_not_seen() {
    for shown in ["", "••••••••", "********", "Password:", "Last login: Mon Nov 17", "root@host"]
    {
        assert!(!is_seen("hunter22", &[(3000, shown)]), "{shown}");
    }
    assert!(!is_seen("hunter22", &[]));
}

#[test]
fn letters_of_other_texts_in_the_same_order_are_no_echo() {
    assert!(!is_seen("root123", &[(3000, "root@host:~# reads 1 of 23 records")]));
    assert!(!is_seen("toor", &[(3000, "the owner of our records")]));
}

#[test]
fn a_last_character_that_peeks_out_shows_nothing() {
    let peeks: Vec<(u64, String)> = (0..8).map(|i| (i * 100 + 50, peek("hunter22", i as usize))).collect();
    let shown: Vec<(u64, &str)> = peeks.iter().map(|(t, s)| (*t, s.as_str())).collect();
    assert!(!is_seen("hunter22", &shown));
    assert!(!is_seen("4711", &[(50, "4"), (150, "•7"), (250, "••1"), (1300, "••••")]));
}

fn peek(text: &str, at: usize) -> String {
    let hidden: String = "•".repeat(at);
    format!("{hidden}{}", text.chars().nth(at).unwrap())
}

#[test]
fn slips_of_the_reader_are_forgiven_in_proportion() {
    for (text, read) in [
        ("Oslo 10", "0slo IO"),
        ("modern", "modem"),
        ("F-2026-0177", "F-2O26-O1/7"),
        ("Lefebvre", "Lefebwre"),
        ("une longue ligne de texte", "une longue 1igne de t3xte"),
    ] {
        assert!(is_seen(text, &[(5000, read)]), "{text} as {read}");
    }
    for (text, read) in [("1234", "1034"), ("Dupont", "Durant"), ("Lefebvre", "Lefort")] {
        assert!(!is_seen(text, &[(5000, read)]), "{text} as {read}");
    }
}

#[test]
fn completion_and_formatting_do_not_count() {
    for (text, read) in [
        ("Dup", "Dupont, Élodie"),
        ("1234", "1,234.00"),
        ("15012026", "15/01/2026"),
        ("www.exa", "https://www.example.org/"),
        ("DE89", "DE89 3704 0044"),
    ] {
        assert!(is_seen(text, &[(2000, read)]), "{text} as {read}");
    }
}

#[test]
fn what_is_formatted_or_cleared_in_the_end_was_seen_before() {
    // The date becomes a name of a month, the chat line is empty after Enter.
    assert!(is_seen("15012026", &[(750, "15012026"), (1200, "15 Jan 2026")]));
    assert!(is_seen("hello you", &[(850, "hello you"), (1200, "")]));
    // A calculator goes on with the result.
    assert!(is_seen("123+456=", &[(320, "123"), (1200, "579")]));
    assert!(is_seen("57*123", &[(520, "123")]));
}

#[test]
fn a_field_that_scrolls_shows_as_much_as_it_can_hold() {
    let text = "a text that is much longer than its field";
    assert!(is_seen(text, &[(5000, "longer than its field")]), "the end");
    assert!(is_seen(text, &[(5000, "a text that is m")]), "the beginning, after the focus left");
    // Three digits wide: everything at first, then the last three.
    assert!(is_seen("123456789", &[(220, "123"), (900, "789")]));
    assert!(!is_seen("123456789", &[(900, "789")]), "three digits alone may be chance");
    assert!(!is_seen("123456789", &[(220, "123")]), "nobody knows what became of the rest");
}

#[test]
fn a_wrapped_text_is_read_across_its_lines() {
    assert!(is_seen("one two three four", &[(3000, "one two/three four")]));
}

#[test]
fn only_what_was_typed_by_then_can_be_asked_for() {
    // Painted with a lag: five of ten letters on the last look.
    assert!(sighting(&typed("abcdefghij", 5), &looks(&[(50, "abcde")])).is_some());
    // The whole text before it was typed is another one that stood there.
    assert!(sighting(&typed("abcdefghij", 100), &looks(&[(0, "abcdefghij")])).is_none());
    // Half of it long after the last key is not all that was typed.
    assert!(sighting(&typed("abcdef", 5), &looks(&[(900, "abc")])).is_none());
}

#[test]
fn deleted_characters_are_not_asked_for() {
    assert!(is_seen("Dupomt<<nt", &[(2000, "Dupont")]));
    assert!(is_seen("q<", &[(50, "q"), (400, "")]), "all of it was deleted, and it had been seen");
    assert!(!is_seen("hunter<<<<<<", &[(600, "••••••"), (1300, "")]));
}

#[test]
fn blanks_hide_nothing() {
    assert!(is_blank(&typed("  ", 10)));
    assert!(!is_blank(&typed(" x ", 10)));
    assert!(!is_blank(&typed("x<", 10)), "what was deleted was typed");
    assert_eq!(letters_typed(&typed("ab 1<", 10)), 2);
}

#[test]
fn a_copied_text_must_have_been_on_the_screen() {
    let look = looks(&[(0, "Invoice F-2026-0177/Amount 120,50/Paid")]).remove(0);
    assert!(copied_sighting("F-2026-0177", &look));
    assert!(copied_sighting("Invoice F-2026-0177\nAmount 120,50", &look));
    assert!(!copied_sighting("Tr0ub4dor&3", &look));
    assert!(!copied_sighting("Paid\nTr0ub4dor&3", &look), "half is not enough of two");
    assert!(!copied_sighting("", &look));
}

#[test]
fn a_line_with_a_piece_of_the_text_is_known() {
    assert!(shows_piece(&typed("hunter22", 10), "you typed: hunt"));
    assert!(!shows_piece(&typed("hunter22", 10), "hun or unt"));
    assert!(shows_piece(&typed("pin", 10), "pin"));
}
