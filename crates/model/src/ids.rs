//! The forms of ids (SPEC L0.7). Every id may become a file name, so none can leave its folder.

use crate::time::{Timestamp, is_id_time};

/// Longest id in bytes; file systems stop at 255, and suffixes such as `.json.tmp` need room.
pub const MAX_ID_BYTES: usize = 200;
/// Longest free part (user or name) that the build functions make, in bytes.
const MAX_NAME_BYTES: usize = 120;

/// What an id names, and so which form it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdKind {
    /// `sess_<time>_<user>`
    Session,
    /// `shot_0001`
    Screenshot,
    /// `seg_001`
    Segment,
    /// `screen_<time>`, or `screen_<time>_2` for the second one in the same second
    ScreenState,
    /// `WF_<name>`
    Workflow,
    /// `N1_<name>`
    Node,
    /// `E1_<name>`
    Edge,
    /// `run_<time>_<name>`
    Run,
}

impl IdKind {
    /// The form in words, for messages.
    pub fn form(self) -> &'static str {
        match self {
            Self::Session => "sess_<time>_<user>, such as sess_2025-11-22T10-15-00_marie",
            Self::Screenshot => "shot_<number>, such as shot_0001",
            Self::Segment => "seg_<number>, such as seg_001",
            Self::ScreenState => "screen_<time>, such as screen_2025-11-22T10-15-00",
            Self::Workflow => "WF_<name>, such as WF_validate_invoice",
            Self::Node => "N<number>_<name>, such as N1_invoice_list",
            Self::Edge => "E<number>_<name>, such as E1_open_invoice",
            Self::Run => "run_<time>_<name>, such as run_2025-11-22T10-15-00_validate_invoice",
        }
    }
}

/// An id without the form it must have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id {id:?} must have the form {form}{why}", form = kind.form())]
pub struct IdError {
    /// What the id was meant to name.
    pub kind: IdKind,
    /// The id as given.
    pub id: String,
    why: &'static str,
}

/// Checks form and safety of an id: what passes can be used as a file name.
pub fn check(kind: IdKind, id: &str) -> Result<(), IdError> {
    let refuse = |why| Err(IdError { kind, id: id.to_owned(), why });
    if id.len() > MAX_ID_BYTES {
        return refuse("; it is too long");
    }
    if !is_safe_name(id) {
        return refuse("; use letters, digits, '_', '-' and '.' only, and no '..'");
    }
    if has_form(kind, id) { Ok(()) } else { refuse("") }
}

fn has_form(kind: IdKind, id: &str) -> bool {
    match kind {
        IdKind::Session => id
            .strip_prefix("sess_")
            .and_then(|rest| rest.split_once('_'))
            .is_some_and(|(time, user)| is_id_time(time) && !user.is_empty()),
        IdKind::Screenshot => id.strip_prefix("shot_").is_some_and(|n| is_number(n, 4)),
        IdKind::Segment => id.strip_prefix("seg_").is_some_and(|n| is_number(n, 3)),
        IdKind::ScreenState => id.strip_prefix("screen_").is_some_and(|rest| match rest.split_once('_') {
            Some((time, nth)) => is_id_time(time) && is_number(nth, 1),
            None => is_id_time(rest),
        }),
        IdKind::Workflow => id.strip_prefix("WF_").is_some_and(|name| !name.is_empty()),
        IdKind::Node => is_numbered(id, 'N'),
        IdKind::Edge => is_numbered(id, 'E'),
        IdKind::Run => id
            .strip_prefix("run_")
            .and_then(|rest| rest.split_once('_'))
            .is_some_and(|(time, name)| is_id_time(time) && !name.is_empty()),
    }
}

fn is_number(text: &str, min_digits: usize) -> bool {
    text.len() >= min_digits && text.bytes().all(|b| b.is_ascii_digit())
}

/// The number may be missing: the earlier system wrote `N_error_generic`.
fn is_numbered(id: &str, letter: char) -> bool {
    id.strip_prefix(letter)
        .and_then(|rest| rest.split_once('_'))
        .is_some_and(|(number, name)| is_number(number, 0) && !name.is_empty())
}

/// One file name, harmless on every system: letters, digits, `_`, `-`, `.`, neither hidden nor climbing.
pub fn is_safe_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(is_safe_char)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !name.contains("..")
}

/// A path inside a folder, with `/` between harmless names: never absolute, never climbing out.
pub fn is_safe_relative_path(path: &str) -> bool {
    path.len() <= 4096 && path.split('/').all(is_safe_path_part)
}

/// File names made by others may hold spaces and the like; what could lead elsewhere is refused.
fn is_safe_path_part(part: &str) -> bool {
    const RESERVED: &[char] = &['\\', ':', '*', '?', '"', '<', '>', '|'];
    !part.is_empty()
        && part.len() <= 255
        && !part.ends_with(['.', ' '])
        && !part.chars().any(|c| c.is_control() || RESERVED.contains(&c))
}

fn is_safe_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Makes a name usable in an id: every unsafe character becomes `_`, and it is cut to a fit length.
pub fn safe_name(name: &str) -> String {
    let mut safe = String::with_capacity(name.len().min(MAX_NAME_BYTES));
    for c in name.trim().chars() {
        let c = if is_safe_char(c) { c } else { '_' };
        // Two dots in a row, or a leading one, could climb or hide.
        let c = if c == '.' && (safe.is_empty() || safe.ends_with('.')) { '_' } else { c };
        if safe.len() + c.len_utf8() > MAX_NAME_BYTES {
            break;
        }
        safe.push(c);
    }
    while safe.ends_with('.') {
        safe.pop();
    }
    if safe.is_empty() { "unnamed".to_owned() } else { safe }
}

/// `sess_<time>_<user>`; the time is RFC 3339 or already `2025-11-22T10-15-00`, the user is made safe.
pub fn session_id(time: &str, user: &str) -> Result<String, IdError> {
    let time = id_time(IdKind::Session, time)?;
    Ok(format!("sess_{time}_{}", safe_name(user)))
}

/// `run_<time>_<name>`; the time is RFC 3339 or already `2025-11-22T10-15-00`, the name is made safe.
pub fn run_id(time: &str, name: &str) -> Result<String, IdError> {
    let time = id_time(IdKind::Run, time)?;
    Ok(format!("run_{time}_{}", safe_name(name)))
}

/// `shot_0001` for the first screenshot.
pub fn screenshot_id(number: u64) -> String {
    format!("shot_{number:04}")
}

/// `seg_001` for the first segment.
pub fn segment_id(number: u64) -> String {
    format!("seg_{number:03}")
}

/// `screen_<time>` for the first (`nth` 1) screen state of a second, `screen_<time>_2` for the next.
pub fn screen_state_id(time: &str, nth: u32) -> Result<String, IdError> {
    let time = id_time(IdKind::ScreenState, time)?;
    Ok(if nth <= 1 { format!("screen_{time}") } else { format!("screen_{time}_{nth}") })
}

/// `WF_<name>`, the name made safe.
pub fn workflow_id(name: &str) -> String {
    format!("WF_{}", safe_name(name))
}

/// `N1_<name>`, the name made safe.
pub fn node_id(number: u64, name: &str) -> String {
    format!("N{number}_{}", safe_name(name))
}

/// `E1_<name>`, the name made safe.
pub fn edge_id(number: u64, name: &str) -> String {
    format!("E{number}_{}", safe_name(name))
}

fn id_time(kind: IdKind, time: &str) -> Result<String, IdError> {
    if is_id_time(time) {
        return Ok(time.to_owned());
    }
    match Timestamp::parse(time) {
        Some(t) => Ok(t.id_time()),
        None => Err(IdError { kind, id: time.to_owned(), why: "; give its time as RFC 3339" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_ids_pass_their_check() {
        for user in
            ["marie", "Éloïse Dupont", "../../etc/passwd", "DOM\\user", "", "..", "a\0b", "e\u{301}", "日本"]
        {
            let id = session_id("2025-11-22T10:15:00+01:00", user).unwrap();
            assert_eq!(check(IdKind::Session, &id), Ok(()), "{user:?}");
            assert_eq!(check(IdKind::Workflow, &workflow_id(user)), Ok(()), "{user:?}");
            assert_eq!(check(IdKind::Node, &node_id(12, user)), Ok(()), "{user:?}");
            assert_eq!(check(IdKind::Edge, &edge_id(0, user)), Ok(()), "{user:?}");
        }
        assert_eq!(check(IdKind::Screenshot, &screenshot_id(1)), Ok(()));
        assert_eq!(check(IdKind::Screenshot, &screenshot_id(123_456)), Ok(()));
        assert_eq!(check(IdKind::Segment, &segment_id(7)), Ok(()));
        let second = screen_state_id("2025-11-22T10-15-00", 2).unwrap();
        assert_eq!(second, "screen_2025-11-22T10-15-00_2");
        assert_eq!(check(IdKind::ScreenState, &second), Ok(()));
    }

    #[test]
    fn a_long_name_is_cut_between_characters() {
        let id = workflow_id(&"é".repeat(500));
        assert_eq!(check(IdKind::Workflow, &id), Ok(()));
    }

    #[test]
    fn ids_that_could_leave_their_folder_are_refused() {
        for id in
            ["WF_a/b", "WF_a\\b", "WF_..", "WF_a..b", "WF_a\0", "WF_\u{202e}x", "WF_a b", "WF_a:b", "WF_a."]
        {
            assert!(check(IdKind::Workflow, id).is_err(), "{id:?}");
        }
    }

    #[test]
    fn ids_of_another_form_are_refused() {
        for (kind, id) in [
            (IdKind::Session, "sess_2025-11-22T10-15-00"),
            (IdKind::Session, "sess_2025-11-22_marie"),
            (IdKind::Screenshot, "shot_1"),
            (IdKind::Segment, "seg_x01"),
            (IdKind::ScreenState, "screen_now"),
            (IdKind::Workflow, "WF_"),
            (IdKind::Node, "N_"),
            (IdKind::Node, "E1_list"),
            (IdKind::Edge, "E1"),
        ] {
            assert!(check(kind, id).is_err(), "{id}");
        }
    }

    #[test]
    fn paths_stay_inside_their_folder() {
        for path in ["shots/shot_0001.png", "écran 1.png", "a/b/c"] {
            assert!(is_safe_relative_path(path), "{path:?}");
        }
        for path in ["", "/etc/passwd", "../x", "a/../b", "a//b", "C:/x", "C:x", "a\\b", "a/", "a\n", "./a"] {
            assert!(!is_safe_relative_path(path), "{path:?}");
        }
    }

    #[test]
    fn an_error_names_the_form() {
        let error = check(IdKind::Node, "list").unwrap_err().to_string();
        assert_eq!(error, r#"the id "list" must have the form N<number>_<name>, such as N1_invoice_list"#);
    }
}
