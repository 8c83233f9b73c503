//! The names that files of a bundle may have. What has another name is not of a bundle, and never becomes a path.

use lea_model::ids;

/// The workflow itself.
pub(super) const WORKFLOW: &str = "workflow.json";
/// What holds on this machine alone; never part of a [`super::Bundle`].
pub(super) const STATE: &str = "state.json";
/// Longest name of a file, without its folder: as long as an id may be, with a suffix.
const MOST_NAME_BYTES: usize = 220;

/// What a file of a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// `prototypes/*.npy`: the fingerprint of a node.
    Prototype,
    /// `crops/*.png`: how a target looked.
    Crop,
    /// `screens/*.png`: a screen of a node, for people to see.
    Screen,
    /// `answers.json`: what was answered to the questions of learning, which owns its form.
    Answers,
    /// `ledger.json`: what became of every event that it was learnt from.
    Ledger,
    /// `proposals.json`: changes that wait for a person.
    Proposals,
    /// `audit.jsonl`: who changed it, when and why. It stays on this machine.
    Audit,
}

impl FileKind {
    /// The kind of the file at this path inside a bundle; none where a bundle has no such file.
    pub fn of(path: &str) -> Option<Self> {
        match path {
            "answers.json" => return Some(Self::Answers),
            "ledger.json" => return Some(Self::Ledger),
            "proposals.json" => return Some(Self::Proposals),
            "audit.jsonl" => return Some(Self::Audit),
            _ => {}
        }
        let (folder, name) = path.split_once('/')?;
        let (kind, suffix) = match folder {
            "prototypes" => (Self::Prototype, ".npy"),
            "crops" => (Self::Crop, ".png"),
            "screens" => (Self::Screen, ".png"),
            _ => return None,
        };
        let is_name = name.len() <= MOST_NAME_BYTES && ids::is_safe_name(name);
        let has_stem = name.strip_suffix(suffix).is_some_and(|stem| !stem.is_empty());
        (is_name && has_stem).then_some(kind)
    }
}

/// The folders of a bundle.
pub(super) const FOLDERS: [&str; 3] = ["prototypes", "crops", "screens"];

/// The file that holds the vector of this name: `N1_list` and `prototypes/N1_list.npy` are the same.
pub fn prototype_file(vector_id: &str) -> String {
    if FileKind::of(vector_id) == Some(FileKind::Prototype) {
        return vector_id.to_owned();
    }
    format!("prototypes/{vector_id}.npy")
}

/// Why a path cannot be of an archive at all; none where it is harmless, if perhaps unknown.
pub(super) fn trouble(path: &str) -> Option<&'static str> {
    if path.starts_with('/') {
        return Some("it is absolute");
    }
    if path.split('/').any(|part| part == "..") {
        return Some("it climbs out of its folder");
    }
    (!ids::is_safe_relative_path(path)).then_some("it is no plain path")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_files_of_a_bundle_are_known_by_their_names() {
        for (path, kind) in [
            ("prototypes/N1_list.npy", Some(FileKind::Prototype)),
            ("crops/E1_validate.png", Some(FileKind::Crop)),
            ("screens/N1_écran.png", Some(FileKind::Screen)),
            ("answers.json", Some(FileKind::Answers)),
            ("ledger.json", Some(FileKind::Ledger)),
            ("workflow.json", None),
            ("state.json", None),
            ("crops/E1_validate.npy", None),
            ("crops/.png", None),
            ("crops/..png", None),
            ("crops/a/b.png", None),
            ("crops/", None),
            ("/crops/a.png", None),
            ("../crops/a.png", None),
            ("crops/../a.png", None),
            ("crops\\a.png", None),
            ("crops/a b.png", None),
        ] {
            assert_eq!(FileKind::of(path), kind, "{path}");
        }
        assert_eq!(FileKind::of(&format!("crops/{}.png", "n".repeat(300))), None);
    }

    #[test]
    fn a_vector_has_one_file_however_it_is_named() {
        assert_eq!(prototype_file("N1_list"), "prototypes/N1_list.npy");
        assert_eq!(prototype_file("prototypes/N1_list.npy"), "prototypes/N1_list.npy");
        assert_eq!(FileKind::of(&prototype_file("../../x")), None, "what is no name has no file");
    }

    proptest! {
        #[test]
        fn no_name_that_is_accepted_leaves_the_folder(path in "\\PC{0,40}|(prototypes|crops|screens)?[/.\\\\]{0,3}[a-z.]{0,6}(/[a-z.]{0,6})?(\\.png|\\.npy)?") {
            if FileKind::of(&path).is_some() {
                prop_assert!(ids::is_safe_relative_path(&path), "{path}");
                prop_assert!(trouble(&path).is_none());
                prop_assert!(std::path::Path::new(&path).components().all(|c| matches!(c, std::path::Component::Normal(_))));
            }
        }
    }
}
