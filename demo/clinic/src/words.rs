//! What the screens say, in French and in English, by the usual words and by others.

use crate::switches::{Labels, Language, Switches};

/// Writes the words and the table they are looked up in: French, English, and where it is renamed, both once more.
macro_rules! words {
    ($($name:ident: $fr:literal, $en:literal $(; $fr_other:literal, $en_other:literal)?;)*) => {
        /// Something the application says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Word { $(#[doc = $en] $name,)* }

        impl Word {
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// French, English, and both renamed.
            fn said(self) -> [&'static str; 4] {
                match self {
                    $(Self::$name => {
                        let usual = [$fr, $en];
                        let other: [&'static str; 2] = [usual, $([$fr_other, $en_other])?][words!(@last $($fr_other)?)];
                        [usual[0], usual[1], other[0], other[1]]
                    })*
                }
            }
        }
    };
    (@last) => { 0 };
    (@last $other:literal) => { 1 };
}

words! {
    Clinic: "Clinique des Tilleuls", "Les Tilleuls Clinic";
    Office: "Facturation", "Billing office";
    Invoices: "Factures", "Invoices"; "Pièces comptables", "Bills";
    Patients: "Patients", "Patients"; "Dossiers patients", "Patient files";
    LogOut: "Déconnexion", "Log out"; "Quitter", "Sign out";
    LogInTitle: "Connexion", "Log in"; "Ouvrir une session", "Sign in";
    User: "Identifiant", "User name"; "Nom d'utilisateur", "Login";
    Password: "Mot de passe", "Password"; "Code d'accès", "Access code";
    LogIn: "Se connecter", "Log in"; "Entrer", "Sign in";
    Expired: "Votre session a expiré. Veuillez vous reconnecter.", "Your session has expired. Please log in again.";
    Search: "Rechercher", "Search"; "Trouver", "Find";
    SearchInvoice: "Numéro ou patient", "Number or patient"; "Facture, nom…", "Bill, name…";
    SearchPatient: "Nom ou dossier", "Name or file"; "Nom du patient…", "Name of the patient…";
    All: "Toutes", "All"; "Tout", "Everything";
    ToCheck: "À contrôler", "To check"; "À traiter", "Pending";
    Validated: "Validée", "Validated"; "Approuvée", "Approved";
    Rejected: "Rejetée", "Rejected"; "Refusée", "Declined";
    Number: "Numéro", "Number"; "Référence", "Reference";
    Date: "Date", "Date"; "Émise le", "Issued";
    Patient: "Patient", "Patient"; "Nom du patient", "Patient name";
    Doctor: "Médecin", "Doctor"; "Praticien", "Practitioner";
    Amount: "Montant", "Amount"; "Total TTC", "Total due";
    Status: "Statut", "Status"; "État", "State";
    Open: "Ouvrir", "Open"; "Consulter", "View";
    Nothing: "Aucun résultat.", "Nothing was found.";
    Previous: "Précédent", "Previous"; "Page d'avant", "Back one page";
    Next: "Suivant", "Next"; "Page d'après", "Next page";
    Page: "Page", "Page";
    Of: "sur", "of";
    Invoice: "Facture", "Invoice"; "Pièce", "Bill";
    Service: "Prestation", "Service"; "Acte", "Item";
    Quantity: "Quantité", "Quantity"; "Nombre", "Count";
    UnitPrice: "Prix unitaire", "Unit price"; "Tarif", "Rate";
    Total: "Total", "Total";
    Reason: "Motif", "Reason"; "Raison du refus", "Why it was declined";
    Validate: "Valider", "Validate"; "Approuver", "Approve";
    Reject: "Rejeter", "Reject"; "Refuser", "Decline";
    Back: "Retour à la liste", "Back to the list"; "Revenir", "Go back";
    ValidateTitle: "Valider la facture ?", "Validate the invoice?"; "Approuver cette pièce ?", "Approve this bill?";
    ValidateText: "Cette action est définitive.", "This cannot be undone.";
    RejectTitle: "Rejeter la facture", "Reject the invoice"; "Refuser cette pièce", "Decline this bill";
    RejectText: "Le patient sera informé du motif.", "The patient will be told the reason.";
    Confirm: "Confirmer", "Confirm"; "Oui, continuer", "Yes, go on";
    Cancel: "Annuler", "Cancel"; "Abandonner", "Dismiss";
    NewPatient: "Nouveau patient", "New patient"; "Créer un dossier", "Create a file";
    EditPatient: "Dossier du patient", "Patient file"; "Fiche", "Record";
    File: "Dossier", "File"; "Numéro de fiche", "Record number";
    LastName: "Nom", "Last name"; "Nom de famille", "Surname";
    FirstName: "Prénom", "First name"; "Prénom usuel", "Given name";
    BirthDate: "Date de naissance", "Date of birth"; "Né(e) le", "Born on";
    DateForm: "JJ/MM/AAAA", "DD/MM/YYYY";
    Sex: "Sexe", "Sex"; "Genre", "Gender";
    Unknown: "Non précisé", "Not told";
    Female: "Femme", "Female";
    Male: "Homme", "Male";
    Phone: "Téléphone", "Phone"; "Numéro de téléphone", "Telephone number";
    Email: "Courriel", "E-mail"; "Adresse électronique", "Mail address";
    Insurer: "Mutuelle", "Insurer"; "Organisme", "Insurance";
    NoInsurer: "Aucune", "None";
    Reminders: "Rappels par SMS", "Reminders by message"; "Prévenir par SMS", "Notify by text message";
    Save: "Enregistrer", "Save"; "Sauvegarder", "Store";
    DoneValidated: "La facture a été validée.", "The invoice has been validated.";
    DoneRejected: "La facture a été rejetée.", "The invoice has been rejected.";
    DoneSaved: "Le dossier a été enregistré.", "The file has been saved.";
    DoneLogOut: "Vous êtes déconnecté.", "You are logged out.";
    ErrorTitle: "Erreur", "Error"; "Attention", "Warning";
    Close: "Fermer", "Close"; "D'accord", "OK";
    ReasonMissing: "Indiquez le motif du rejet.", "Give the reason for rejecting it.";
    LastNameMissing: "Le nom est obligatoire.", "The last name is required.";
    FirstNameMissing: "Le prénom est obligatoire.", "The first name is required.";
    BirthDateMissing: "La date de naissance est obligatoire.", "The date of birth is required.";
    BirthDateInvalid: "La date de naissance n'est pas valide.", "The date of birth is not valid.";
    PhoneInvalid: "Le numéro de téléphone n'est pas valide.", "The phone number is not valid.";
    ChoiceInvalid: "Ce choix n'existe pas.", "There is no such choice.";
    SaveFailed: "L'enregistrement a échoué. Veuillez réessayer.", "Saving failed. Please try again.";
    AlreadyDecided: "Cette facture a déjà été traitée.", "This invoice has been dealt with already.";
    LoginRefused: "Identifiant ou mot de passe incorrect.", "Wrong user name or password.";
    NotFound: "Cette page n'existe pas.", "There is no such page.";
    Banner: "Nouvelle grille tarifaire au 1er avril : consultez la note de service.", "New rates from 1 April: please read the memo.";
    MaintenanceTitle: "Maintenance prévue", "Planned maintenance";
    MaintenanceText: "Le service sera interrompu ce soir de 22 h à 23 h.", "The service will be down tonight from 10 to 11 pm.";
    SurveyTitle: "Votre avis compte", "Your opinion counts";
    SurveyText: "Merci de répondre bientôt à notre enquête de satisfaction.", "Please answer our survey some day soon.";
    VersionTitle: "Nouvelle version", "New version";
    VersionText: "La recherche est maintenant plus rapide.", "Searching is faster now.";
    Understood: "J'ai compris", "Got it"; "Entendu", "All right";
}

/// How the screens speak at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speech {
    /// The language.
    pub language: Language,
    /// Which words of it.
    pub labels: Labels,
}

impl Speech {
    /// As these switches have it.
    pub fn of(switches: &Switches) -> Self {
        Self { language: switches.language, labels: switches.labels }
    }

    /// A word.
    pub fn say(self, word: Word) -> &'static str {
        let column = usize::from(self.language == Language::English);
        word.said()[column + 2 * usize::from(self.labels == Labels::Renamed)]
    }

    /// A sum in euros.
    pub fn money(self, cents: i64) -> String {
        let (euros, rest) = (cents.abs() / 100, cents.abs() % 100);
        let sign = if cents < 0 { "-" } else { "" };
        match self.language {
            Language::French => format!("{sign}{},{rest:02}\u{a0}€", grouped(euros, '\u{a0}')),
            Language::English => format!("{sign}€{}.{rest:02}", grouped(euros, ',')),
        }
    }

    /// A date written as `2026-03-16`, as people here write it; what is none stays as it is.
    pub fn date(self, iso: &str) -> String {
        match iso.splitn(3, '-').collect::<Vec<_>>()[..] {
            [year, month, day] => format!("{day}/{month}/{year}"),
            _ => iso.to_owned(),
        }
    }
}

/// A number in groups of three.
fn grouped(number: i64, mark: char) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(digit);
    }
    out
}

/// Reads `16/03/2026` (also with dots, dashes or blanks) as `2026-03-16`; none where there is no such day.
pub fn iso_date(typed: &str) -> Option<String> {
    let parts: Vec<&str> = typed.trim().split(['/', '.', '-', ' ']).collect();
    let [day, month, year] = parts[..] else { return None };
    let number = |text: &str, digits: std::ops::RangeInclusive<usize>| {
        let fits = digits.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        fits.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (day, month, year) = (number(day, 1..=2)?, number(month, 1..=2)?, number(year, 4..=4)?);
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    let possible = (1..=days).contains(&day) && (1900..=2026).contains(&year);
    possible.then(|| format!("{year}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRENCH: Speech = Speech { language: Language::French, labels: Labels::Usual };
    const ENGLISH: Speech = Speech { language: Language::English, labels: Labels::Renamed };

    #[test]
    fn every_word_is_said_in_every_way() {
        assert!(Word::ALL.len() > 70);
        for word in Word::ALL {
            assert!(word.said().iter().all(|text| !text.is_empty()), "{word:?}");
        }
        assert_eq!(FRENCH.say(Word::Validate), "Valider");
        assert_eq!(ENGLISH.say(Word::Validate), "Approve");
        assert_eq!(ENGLISH.say(Word::Total), "Total", "what has no other word keeps its own");
    }

    #[test]
    fn sums_and_dates_read_as_people_write_them() {
        assert_eq!(FRENCH.money(123_450), "1\u{a0}234,50\u{a0}€");
        assert_eq!(ENGLISH.money(100_000_007), "€1,000,000.07");
        assert_eq!(FRENCH.money(-5), "-0,05\u{a0}€");
        assert_eq!(FRENCH.date("2026-03-16"), "16/03/2026");
        assert_eq!(FRENCH.date(""), "");
    }

    #[test]
    fn only_days_that_exist_are_dates() {
        assert_eq!(iso_date(" 3/11/1975 ").as_deref(), Some("1975-11-03"));
        assert_eq!(iso_date("29.02.2024").as_deref(), Some("2024-02-29"));
        for bad in
            ["", "31/04/2000", "29/02/2023", "1/13/2000", "01/01/75", "a/b/c", "1/1/2000/1", "٣/11/1975"]
        {
            assert_eq!(iso_date(bad), None, "{bad}");
        }
    }
}
