//! The words of generated applications, in French and English, each with what a later version may call the same thing.

/// What a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// Leads to the list.
    List,
    /// Leads elsewhere.
    Reports,
    /// Opens a record.
    Open,
    /// Begins a new record.
    New,
    /// Starts the search.
    Search,
    /// Names the search field.
    SearchField,
    /// The tab of all records.
    All,
    /// The tab of those that wait; also their status.
    Waiting,
    /// Approves a record.
    Validate,
    /// Refuses a record.
    Reject,
    /// Opens the form of a record.
    Edit,
    /// Deletes a record: never to be pressed.
    Delete,
    /// Confirms in a dialog.
    Confirm,
    /// Leaves a dialog.
    Cancel,
    /// Leads back to the list.
    Back,
    /// Saves a form.
    Save,
    /// Names the number of a record.
    Number,
    /// Names who entered it.
    Author,
    /// Names who it is about.
    Person,
    /// Names the amount.
    Amount,
    /// Names the status.
    Status,
    /// Names the telephone.
    Phone,
    /// Names the mail address.
    Mail,
    /// Names the reason.
    Reason,
    /// A status.
    Validated,
    /// A status.
    Rejected,
    /// Asks whether to approve.
    AskValidate,
    /// Asks whether to refuse.
    AskReject,
    /// Says that it is final.
    Final,
    /// Says that it was approved.
    SaidValidated,
    /// Says that it was refused.
    SaidRejected,
    /// Says that it was saved.
    SaidSaved,
    /// Heads an error box.
    Error,
    /// Says what went wrong.
    ErrorText,
    /// Closes an error box.
    Ok,
    /// Says that the session is over.
    Expired,
    /// Leads to the login.
    LoginAgain,
    /// Heads the login.
    LoginTitle,
    /// Names the user.
    User,
    /// Names the password.
    Password,
    /// Logs in.
    Login,
    /// Leaves the application.
    Logout,
    /// Heads the first page.
    Welcome,
    /// Heads a new record.
    NewTitle,
    /// Names the ward.
    Ward,
    /// Heads the diary.
    Diary,
    /// Marks the note of the diary as read.
    MarkRead,
    /// Says that it is.
    SaidRead,
    /// A note that is dragged.
    Note,
    /// Where notes go that were read.
    ReadBox,
    /// Heads the page of a record.
    Record,
}

/// French, what French may say later, English, what English may say later.
const TABLE: &[(Word, [&str; 4])] = &[
    (Word::List, ["Factures", "Notes d'honoraires", "Invoices", "Bills"]),
    (Word::Reports, ["Rapports", "Statistiques", "Reports", "Statistics"]),
    (Word::Open, ["Ouvrir", "Consulter", "Open", "View"]),
    (Word::New, ["Nouvelle fiche", "Créer une fiche", "New entry", "Create entry"]),
    (Word::Search, ["Rechercher", "Chercher", "Search", "Find"]),
    (Word::SearchField, ["Numéro cherché", "Numéro à trouver", "Number wanted", "Number to find"]),
    (Word::All, ["Toutes", "Tout voir", "All of them", "Everything"]),
    (Word::Waiting, ["À contrôler", "En attente", "To check", "Pending"]),
    (Word::Validate, ["Valider", "Approuver", "Validate", "Approve"]),
    (Word::Reject, ["Rejeter", "Refuser", "Reject", "Refuse"]),
    (Word::Edit, ["Modifier", "Corriger", "Edit", "Correct"]),
    (Word::Delete, ["Supprimer", "Effacer", "Delete", "Erase"]),
    (Word::Confirm, ["Confirmer", "Oui, confirmer", "Confirm", "Yes, confirm"]),
    (Word::Cancel, ["Annuler", "Abandonner", "Cancel", "Never mind"]),
    (Word::Back, ["Retour à la liste", "Revenir à la liste", "Back to the list", "Return to the list"]),
    (Word::Save, ["Enregistrer", "Sauvegarder", "Save", "Save changes"]),
    (Word::Number, ["Numéro", "Référence", "Number", "Reference"]),
    (Word::Author, ["Saisi par", "Auteur", "Entered by", "Author"]),
    (Word::Person, ["Patient", "Nom du patient", "Customer", "Name of customer"]),
    (Word::Amount, ["Montant", "Total dû", "Amount", "Total due"]),
    (Word::Status, ["Statut", "État", "Status", "State"]),
    (Word::Phone, ["Téléphone", "Numéro de téléphone", "Telephone", "Phone number"]),
    (Word::Mail, ["Courriel", "Adresse électronique", "Mail address", "Electronic mail"]),
    (Word::Reason, ["Motif", "Raison du refus", "Reason", "Why refused"]),
    (Word::Validated, ["Validée", "Approuvée", "Validated", "Approved"]),
    (Word::Rejected, ["Rejetée", "Refusée", "Rejected", "Refused"]),
    (
        Word::AskValidate,
        ["Valider la facture ?", "Approuver la facture ?", "Validate the invoice?", "Approve the bill?"],
    ),
    (
        Word::AskReject,
        ["Rejeter la facture ?", "Refuser la facture ?", "Reject the invoice?", "Refuse the bill?"],
    ),
    (
        Word::Final,
        [
            "Cette action est définitive.",
            "Vous ne pourrez pas revenir en arrière.",
            "This action is final.",
            "There is no way back.",
        ],
    ),
    (
        Word::SaidValidated,
        [
            "La facture a été validée.",
            "La facture est approuvée.",
            "The invoice was validated.",
            "The bill is approved.",
        ],
    ),
    (
        Word::SaidRejected,
        [
            "La facture a été rejetée.",
            "La facture est refusée.",
            "The invoice was rejected.",
            "The bill is refused.",
        ],
    ),
    (
        Word::SaidSaved,
        [
            "La fiche a été enregistrée.",
            "La fiche est sauvegardée.",
            "The entry was saved.",
            "The entry is stored.",
        ],
    ),
    (Word::Error, ["Erreur de traitement", "Anomalie", "Processing error", "Problem"]),
    (
        Word::ErrorText,
        [
            "L'opération a échoué, rien n'a changé.",
            "L'opération n'a pas abouti.",
            "The operation failed, nothing changed.",
            "The operation did not succeed.",
        ],
    ),
    (Word::Ok, ["Compris", "D'accord", "Understood", "All right"]),
    (
        Word::Expired,
        ["Votre session a expiré.", "Session expirée.", "Your session has expired.", "Session expired."],
    ),
    (Word::LoginAgain, ["Se reconnecter", "Reconnexion", "Log in again", "Back to login"]),
    (Word::LoginTitle, ["Connexion au portail", "Identification", "Portal login", "Identification"]),
    (Word::User, ["Identifiant", "Utilisateur", "User name", "Account"]),
    (Word::Password, ["Mot de passe", "Code secret", "Password", "Secret code"]),
    (Word::Login, ["Se connecter", "Entrer", "Log in", "Enter"]),
    (Word::Logout, ["Déconnexion", "Quitter", "Log out", "Leave"]),
    (Word::Welcome, ["Bienvenue sur le portail", "Bonjour", "Welcome to the portal", "Hello"]),
    (Word::NewTitle, ["Création d'une fiche", "Fiche à remplir", "Making an entry", "Entry to fill in"]),
    (Word::Ward, ["Service", "Unité de soins", "Ward", "Department"]),
    (Word::Diary, ["Agenda du jour", "Journal du jour", "Diary of today", "Day book"]),
    (Word::MarkRead, ["Marquer comme lue", "Noter comme lue", "Mark as read", "Note as read"]),
    (Word::SaidRead, ["La note est lue.", "La note a été vue.", "The note is read.", "The note was seen."]),
    (Word::Note, ["Note de la direction", "Mot de la direction", "Note of the board", "Word of the board"]),
    (Word::ReadBox, ["Notes lues", "Notes vues", "Notes read", "Notes seen"]),
    (Word::Record, ["Dossier de facturation", "Détail de la facture", "Billing record", "Bill details"]),
];

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// French.
    French,
    /// English.
    English,
    /// English, with the words that commit in German.
    German,
    /// English, with the words that commit in Spanish.
    Spanish,
    /// English, with the words that commit in Polish.
    Polish,
}

/// Words that commit or delete, in German, Spanish and Polish.
const FOREIGN: &[(Word, [&str; 3])] = &[
    (Word::Validate, ["Freigeben", "Aprobar", "Zatwierdź"]),
    (Word::Reject, ["Ablehnen", "Rechazar", "Odrzuć"]),
    (Word::Confirm, ["Bestätigen", "Confirmar", "Potwierdź"]),
    (Word::Save, ["Speichern", "Guardar", "Zapisz"]),
    (Word::Delete, ["Löschen", "Eliminar", "Usuń"]),
];

fn foreign(word: Word, language: Language) -> Option<&'static str> {
    let at = match language {
        Language::French | Language::English => return None,
        Language::German => 0,
        Language::Spanish => 1,
        Language::Polish => 2,
    };
    FOREIGN.iter().find(|(w, _)| *w == word).map(|(_, all)| all[at])
}

fn entry(word: Word) -> &'static [&'static str; 4] {
    // Every word has its line: a test counts them.
    TABLE.iter().find(|(w, _)| *w == word).map_or(&["", "", "", ""], |(_, all)| all)
}

/// What a word is, as learnt (`later` false) or as a later version says it.
pub fn say(word: Word, language: Language, later: bool) -> &'static str {
    if let Some(said) = foreign(word, language) {
        return said;
    }
    let at = if language == Language::French { 0 } else { 2 };
    entry(word)[at + usize::from(later)]
}

/// The concept a text stands for, by its number in the table: for those who know what words mean.
pub fn concept(text: &str) -> Option<usize> {
    TABLE.iter().position(|(_, all)| all.contains(&text))
}

/// How many concepts there are.
pub fn concepts() -> usize {
    TABLE.len()
}

/// Words that a later version may have renamed.
pub const RENAMED: &[Word] = &[
    Word::List,
    Word::Open,
    Word::New,
    Word::Search,
    Word::SearchField,
    Word::All,
    Word::Validate,
    Word::Reject,
    Word::Confirm,
    Word::Cancel,
    Word::Back,
    Word::Save,
    Word::Number,
    Word::Person,
    Word::Amount,
    Word::Status,
    Word::Phone,
    Word::Reason,
    Word::AskValidate,
    Word::AskReject,
    Word::Final,
    Word::SaidValidated,
    Word::SaidSaved,
    Word::Welcome,
    Word::NewTitle,
    Word::Record,
    Word::Login,
    Word::Ok,
    Word::ErrorText,
];

/// Last names of people.
pub const NAMES: &[&str] = &[
    "Dupont", "Durand", "Garnier", "Bénard", "Lefèvre", "Moreau", "Petit", "Roux", "Girard", "Colin",
    "Faure", "Marchand", "Picard", "Renaud", "Schmitt", "Vidal", "Weber", "Leclerc", "Aubert", "Barbier",
];

/// First names of people.
pub const FIRST: &[&str] =
    &["Marie", "Agathe", "Inès", "Maïté", "Paul", "Hugo", "Louis", "Jeanne", "Nadia", "Omar"];

/// Reasons to refuse.
pub const REASONS: &[&str] =
    &["Date incorrecte", "Montant erroné", "Pièce manquante", "Doublon constaté", "Dossier incomplet"];

/// Wards; some begin with the whole name of another.
pub const WARDS: &[&str] = &["Cardiologie", "Chirurgie", "Chirurgie A", "Chirurgie B", "Urgences"];

/// Firms.
pub const FIRMS: &[&str] = &["Clinique des Tilleuls", "Cabinet du Parc", "Maison Lacroix", "Atelier Brun"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_said_in_every_way_and_no_two_words_are_called_the_same() {
        for (word, all) in TABLE {
            assert!(all.iter().all(|t| !t.is_empty()), "{word:?}");
            for text in all {
                let users = TABLE.iter().filter(|(w, all)| w != word && all.contains(text)).count();
                assert_eq!(users, 0, "{text}");
            }
        }
        assert_eq!(TABLE.len(), Word::Record as usize + 1);
    }
}
