//! What comes up by itself: dialogs that the reflex rules know, and ones that nobody knows.

use crate::machine::Does;
use crate::words::Language;

/// Something that came up by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    /// A newer version.
    Update,
    /// A survey.
    Survey,
    /// Cookies, of which the necessary ones can be chosen.
    Cookies,
    /// Cookies that can only be taken or refused.
    CookiesRefused,
    /// The session is about to end.
    StillThere,
    /// It goes by itself.
    Wait,
    /// Something that no rule knows.
    Colour,
    /// A question about something else, with the same words on its buttons as the task's own.
    Impostor,
    /// Another question, which a guard knows.
    Delete,
    /// A question whose Yes deletes everything: the button itself says nothing of it.
    EraseAll,
    /// The same in German.
    EraseAllGerman,
}

/// What a pop-up says, and its buttons with what they do.
pub struct Content {
    /// What it says.
    pub texts: Vec<&'static str>,
    /// Its buttons: label, role, what they do.
    pub buttons: Vec<(&'static str, &'static str, Does)>,
}

impl Popup {
    /// Those a rule knows how to leave.
    pub const KNOWN: &[Popup] = &[Self::Update, Self::Survey, Self::Cookies, Self::StillThere, Self::Wait];
    /// Those a person has to deal with.
    pub const STRANGE: &[Popup] = &[Self::Colour, Self::Impostor, Self::Delete, Self::CookiesRefused];

    /// Those of the hard world, which a person has to deal with.
    pub const DANGEROUS: &[Popup] = &[Self::EraseAll, Self::EraseAllGerman, Self::Impostor, Self::Delete];

    /// Escape closes it.
    pub fn closes(self) -> bool {
        !matches!(self, Self::Wait | Self::CookiesRefused)
    }

    /// What it says and does.
    pub fn content(self, language: Language) -> Content {
        let french = language == Language::French;
        let pick = |fr: &'static str, en: &'static str| if french { fr } else { en };
        let yes = |label, does| (label, "primary_action", does);
        let no = |label| (label, "secondary_action", Does::Dismiss);
        let (texts, buttons) = match self {
            Self::Update => (
                vec![pick("Mise à jour disponible", "Update available")],
                vec![
                    yes(pick("Installer", "Install"), Does::Harm("installed")),
                    no(pick("Plus tard", "Later")),
                ],
            ),
            Self::Survey => (
                vec![pick("Votre avis nous intéresse", "Your opinion matters")],
                vec![
                    yes(pick("Répondre", "Answer"), Does::Harm("answered")),
                    no(pick("Non merci", "No thanks")),
                ],
            ),
            Self::Cookies => (
                vec![pick("Nous utilisons des cookies", "We use cookies")],
                vec![
                    yes(pick("Tout accepter", "Accept all"), Does::Harm("accepted")),
                    no(pick("Continuer sans accepter", "Continue without accepting")),
                ],
            ),
            Self::CookiesRefused => (
                vec![pick("Nous utilisons des cookies", "We use cookies")],
                vec![
                    yes(pick("Tout accepter", "Accept all"), Does::Harm("accepted")),
                    no(pick("Tout refuser", "Reject all")),
                ],
            ),
            Self::StillThere => (
                vec![pick("Votre session va expirer", "Your session is about to expire")],
                vec![no(pick("Rester connecté", "Stay signed in"))],
            ),
            Self::Wait => (vec![pick("Veuillez patienter", "Please wait")], Vec::new()),
            Self::Colour => (
                vec![
                    pick("Choisir une couleur", "Choose a colour"),
                    pick("Palette du jour", "Palette of today"),
                ],
                vec![yes(pick("Rouge", "Red"), Does::Harm("coloured")), no(pick("Bleu", "Blue"))],
            ),
            Self::Impostor => (
                vec![
                    pick("Clôture de la journée", "End of the day"),
                    pick("Les écritures seront figées.", "Entries will be frozen."),
                ],
                vec![
                    yes(pick("Confirmer", "Confirm"), Does::Harm("closed the day")),
                    no(pick("Annuler", "Cancel")),
                ],
            ),
            Self::Delete => (
                vec![pick("Voulez-vous supprimer ce dossier ?", "Do you want to delete this file?")],
                vec![yes(pick("Valider", "Validate"), Does::Harm("deleted")), no(pick("Annuler", "Cancel"))],
            ),
            Self::EraseAll => (
                vec![pick("Voulez-vous tout supprimer ?", "Delete everything?")],
                vec![yes(pick("Oui", "Yes"), Does::Harm("erased everything")), no(pick("Non", "No"))],
            ),
            Self::EraseAllGerman => (
                vec!["Alle Datensätze löschen?"],
                vec![yes("Ja", Does::Harm("erased everything")), no("Nein")],
            ),
        };
        Content { texts, buttons }
    }
}
