//! How a model says where something is: one line, and anything else is no answer.

use lea_model::Rect;

/// Where a model says that something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// The thing of this number, from 1.
    Candidate(usize),
    /// In this box, in pixels of the picture.
    Box(Rect),
    /// Nowhere, or it is not sure.
    Nowhere,
}

/// Reads `CANDIDATE: n`, `BOX: x1,y1,x2,y2` or `NONE`; none where that is not what it says, or where it says two things.
pub fn read(answer: &str) -> Option<Where> {
    let mut said = answer.lines().filter_map(statement);
    let first = said.next()??;
    said.all(|other| other == Some(first)).then_some(first)
}

/// What a line says: nothing, something that cannot be read, or where.
#[allow(clippy::option_option, reason = "no statement, and one that cannot be read, are two things")]
fn statement(line: &str) -> Option<Option<Where>> {
    let bare = line.trim_matches(|c: char| c.is_whitespace() || "*_`#->\"'.".contains(c));
    let (name, value) = bare.split_once(':').unwrap_or((bare, ""));
    let name = name.trim_matches(|c: char| !c.is_alphabetic()).to_uppercase();
    match name.as_str() {
        "CANDIDATE" => Some(numbers(value).filter(|n| n.len() == 1).map(|n| Where::Candidate(n[0] as usize))),
        "BOX" => {
            let of = |n: Vec<u32>| {
                let side = |i: usize| i32::try_from(n[i]).ok();
                let bbox = Rect { x1: side(0)?, y1: side(1)?, x2: side(2)?, y2: side(3)? };
                (bbox.x1 < bbox.x2 && bbox.y1 < bbox.y2).then_some(Where::Box(bbox))
            };
            Some(numbers(value).filter(|n| n.len() == 4).and_then(of))
        }
        "NONE" if value.trim().is_empty() => Some(Some(Where::Nowhere)),
        _ => None,
    }
}

/// The whole numbers of a list, and nothing else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "*_`\"'.()[]<>".contains(c));
    bare.split([',', ';', ' ']).filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_a_box_or_nothing_is_read_whatever_surrounds_it() {
        assert_eq!(read("CANDIDATE: 3"), Some(Where::Candidate(3)));
        assert_eq!(read("The green one.\n**Candidate:** 12."), Some(Where::Candidate(12)));
        assert_eq!(read("- BOX: [10, 20, 110, 48]"), Some(Where::Box(Rect::from([10, 20, 110, 48]))));
        assert_eq!(read("None."), Some(Where::Nowhere));
        assert_eq!(read("CANDIDATE: 3\nCANDIDATE: 3"), Some(Where::Candidate(3)));
    }

    #[test]
    fn what_cannot_be_read_or_contradicts_itself_is_no_answer() {
        for text in [
            "",
            "3",
            "candidate 3",
            "CANDIDATE: three",
            "CANDIDATE: 3 or 4",
            "CANDIDATE: -1",
            "CANDIDATE: 3\nCANDIDATE: 4",
            "CANDIDATE: 3\nBOX: 1,2,3,4",
            "CANDIDATE: 3\nNONE",
            "CANDIDATE:\nCANDIDATE: 3",
            "BOX: 10,20,5,48",
            "BOX: 10,20,30",
            "BOX: 0.1,0.2,0.3,0.4",
            "BOX: 99999999999,1,2,3",
            "<html>502 Bad Gateway</html>",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
