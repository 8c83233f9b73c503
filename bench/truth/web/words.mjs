// What the practice pages say, in three languages, and seeded believable records.

const WORDS = `
save|Enregistrer|Save|Speichern
cancel|Annuler|Cancel|Abbrechen
delete|Supprimer|Delete|Löschen
edit|Modifier|Edit|Bearbeiten
close|Fermer|Close|Schließen
new|Nouveau|New|Neu
search|Rechercher|Search|Suchen
filter|Filtrer|Filter|Filtern
export|Exporter|Export|Exportieren
print|Imprimer|Print|Drucken
send|Envoyer|Send|Senden
confirm|Confirmer|Confirm|Bestätigen
back|Retour|Back|Zurück
next|Suivant|Next|Weiter
previous|Précédent|Previous|Zurück
apply|Appliquer|Apply|Anwenden
reset|Réinitialiser|Reset|Zurücksetzen
refresh|Actualiser|Refresh|Aktualisieren
duplicate|Dupliquer|Duplicate|Duplizieren
archive|Archiver|Archive|Archivieren
help|Aide|Help|Hilfe
logout|Se déconnecter|Sign out|Abmelden
login|Se connecter|Sign in|Anmelden
user|Identifiant|User name|Benutzername
password|Mot de passe|Password|Passwort
remember|Rester connecté|Keep me signed in|Angemeldet bleiben
forgot|Mot de passe oublié ?|Forgot your password?|Passwort vergessen?
home|Accueil|Home|Startseite
dashboard|Tableau de bord|Dashboard|Übersicht
invoices|Factures|Invoices|Rechnungen
invoice|Facture|Invoice|Rechnung
customers|Clients|Customers|Kunden
customer|Client|Customer|Kunde
suppliers|Fournisseurs|Suppliers|Lieferanten
orders|Commandes|Orders|Bestellungen
order|Commande|Order|Bestellung
products|Articles|Products|Artikel
reports|Rapports|Reports|Berichte
settings|Paramètres|Settings|Einstellungen
patients|Patients|Patients|Patienten
planning|Agenda|Schedule|Terminplan
messages|Messages|Messages|Nachrichten
number|Numéro|Number|Nummer
date|Date|Date|Datum
due|Échéance|Due date|Fälligkeit
amount|Montant|Amount|Betrag
vat|TVA|VAT|MwSt.
total|Total|Total|Summe
subtotal|Sous-total|Subtotal|Zwischensumme
status|État|Status|Status
paid|Payée|Paid|Bezahlt
pending|En attente|Pending|Ausstehend
late|En retard|Overdue|Überfällig
draft|Brouillon|Draft|Entwurf
actions|Actions|Actions|Aktionen
all|Toutes|All|Alle
lastname|Nom|Last name|Nachname
firstname|Prénom|First name|Vorname
birth|Date de naissance|Date of birth|Geburtsdatum
sex|Sexe|Sex|Geschlecht
female|Femme|Female|Weiblich
male|Homme|Male|Männlich
other|Autre|Other|Divers
address|Adresse|Address|Anschrift
street|Rue|Street|Straße
zip|Code postal|Postcode|Postleitzahl
city|Ville|City|Ort
country|Pays|Country|Land
phone|Téléphone|Phone|Telefon
mobile|Portable|Mobile|Mobiltelefon
email|Adresse électronique|Email address|E-Mail-Adresse
insurance|Caisse d’assurance|Insurance|Krankenkasse
insuranceno|Numéro de sécurité sociale|Insurance number|Versichertennummer
doctor|Médecin traitant|Family doctor|Hausarzt
allergies|Allergies connues|Known allergies|Bekannte Allergien
notes|Remarques|Notes|Bemerkungen
smoker|Fumeur|Smoker|Raucher
consent|Le patient consent au traitement de ses données|The patient agrees to data processing|Der Patient stimmt der Datenverarbeitung zu
emergency|Personne à prévenir|Emergency contact|Notfallkontakt
reminder|Rappel par SMS la veille|Text reminder the day before|SMS-Erinnerung am Vortag
general|Général|General|Allgemein
account|Compte|Account|Konto
notifications|Notifications|Notifications|Benachrichtigungen
security|Sécurité|Security|Sicherheit
appearance|Apparence|Appearance|Darstellung
language|Langue|Language|Sprache
timezone|Fuseau horaire|Time zone|Zeitzone
theme|Thème|Theme|Design
light|Clair|Light|Hell
dark|Sombre|Dark|Dunkel
auto|Automatique|Automatic|Automatisch
volume|Volume des alertes|Alert volume|Lautstärke
fontsize|Taille du texte|Text size|Schriftgröße
twofactor|Validation en deux étapes|Two-step verification|Zwei-Faktor-Anmeldung
weekly|Résumé hebdomadaire par courriel|Weekly summary by email|Wöchentliche Zusammenfassung per E-Mail
desktopalerts|Alertes sur le bureau|Desktop alerts|Desktop-Hinweise
sharestats|Partager les statistiques d’usage|Share usage statistics|Nutzungsstatistik teilen
beta|Essayer les nouveautés avant tous|Try new features early|Neue Funktionen vorab testen
density|Densité d’affichage|Display density|Anzeigedichte
compact|Compacte|Compact|Kompakt
normal|Normale|Normal|Normal
comfortable|Aérée|Comfortable|Großzügig
sureDelete|Supprimer cette commande ?|Delete this order?|Diese Bestellung löschen?
sureText|Cette action est définitive. Les lignes et les pièces jointes seront perdues.|This cannot be undone. Lines and attachments will be lost.|Dies kann nicht rückgängig gemacht werden. Positionen und Anhänge gehen verloren.
reason|Motif|Reason|Grund
quantity|Quantité|Quantity|Menge
unitprice|Prix unitaire|Unit price|Einzelpreis
description|Désignation|Description|Bezeichnung
reference|Référence|Reference|Referenz
delivery|Livraison|Delivery|Lieferung
history|Historique|History|Verlauf
attachments|Pièces jointes|Attachments|Anhänge
lines|Lignes|Lines|Positionen
revenue|Chiffre d’affaires|Revenue|Umsatz
openinvoices|Factures ouvertes|Open invoices|Offene Rechnungen
newcustomers|Nouveaux clients|New customers|Neue Kunden
margin|Marge brute|Gross margin|Bruttomarge
thisweek|Cette semaine|This week|Diese Woche
recent|Activité récente|Recent activity|Letzte Aktivitäten
viewall|Tout voir|View all|Alle anzeigen
file|Fichier|File|Datei
view|Affichage|View|Ansicht
tools|Outils|Tools|Extras
open|Ouvrir|Open|Öffnen
saveas|Enregistrer sous|Save as|Speichern unter
import|Importer|Import|Importieren
properties|Propriétés|Properties|Eigenschaften
quit|Quitter|Quit|Beenden
undo|Annuler la frappe|Undo typing|Rückgängig
copy|Copier|Copy|Kopieren
paste|Coller|Paste|Einfügen
selectall|Tout sélectionner|Select all|Alles auswählen
inbox|Boîte de réception|Inbox|Posteingang
sent|Envoyés|Sent|Gesendet
drafts|Brouillons|Drafts|Entwürfe
trash|Corbeille|Trash|Papierkorb
reply|Répondre|Reply|Antworten
forward|Transférer|Forward|Weiterleiten
subject|Objet|Subject|Betreff
from|De|From|Von
to|À|To|An
required|Ce champ est obligatoire|This field is required|Dieses Feld ist erforderlich
rows|Lignes par page|Rows per page|Zeilen pro Seite
welcome|Bonjour|Welcome|Willkommen
claims|Sinistres|Claims|Schadensfälle
claim|Sinistre|Claim|Schadensfall
assign|Attribuer|Assign|Zuweisen
approve|Accepter|Approve|Genehmigen
reject|Refuser|Reject|Ablehnen
priority|Priorité|Priority|Priorität
high|Haute|High|Hoch
medium|Moyenne|Medium|Mittel
low|Basse|Low|Niedrig
owner|Responsable|Owner|Zuständig
leave|Demande de congé|Leave request|Urlaubsantrag
leavetype|Type de congé|Type of leave|Urlaubsart
annual|Congé annuel|Annual leave|Jahresurlaub
sick|Congé de maladie|Sick leave|Krankheit
unpaid|Congé sans solde|Unpaid leave|Unbezahlter Urlaub
start|Premier jour|First day|Erster Tag
end|Dernier jour|Last day|Letzter Tag
halfday|Demi-journée seulement|Half day only|Nur halber Tag
replacement|Remplaçant|Cover by|Vertretung
comment|Commentaire pour le responsable|Comment for your manager|Kommentar für die Leitung
step1|1. Période|1. Period|1. Zeitraum
step2|2. Détails|2. Details|2. Angaben
step3|3. Vérification|3. Review|3. Prüfung
balance|Solde restant|Remaining balance|Resturlaub
contact|Fiche du contact|Contact record|Kontaktdaten
company|Société|Company|Firma
position|Fonction|Job title|Position
opportunities|Affaires en cours|Opportunities|Verkaufschancen
activities|Activités|Activities|Aktivitäten
documents|Documents|Documents|Dokumente
call|Appeler|Call|Anrufen
addnote|Ajouter une note|Add a note|Notiz hinzufügen
follow|Suivre ce contact|Follow this contact|Kontakt verfolgen
booking|Réservation de salles|Room booking|Raumbuchung
today|Aujourd’hui|Today|Heute
week|Semaine|Week|Woche
month|Mois|Month|Monat
room|Salle|Room|Raum
book|Réserver|Book|Buchen
participants|Participants|Participants|Teilnehmende
files|Mes dossiers|My files|Meine Dateien
name|Nom du fichier|File name|Dateiname
size|Taille|Size|Größe
modified|Modifié le|Modified|Geändert am
upload|Téléverser|Upload|Hochladen
newfolder|Nouveau dossier|New folder|Neuer Ordner
shared|Partagés avec moi|Shared with me|Für mich freigegeben
storage|Espace utilisé|Storage used|Belegter Speicher
register|Créer un compte|Create an account|Konto erstellen
accept|J’accepte les conditions d’utilisation|I accept the terms of use|Ich akzeptiere die Nutzungsbedingungen
newsletter|Recevoir la lettre d’information|Receive the newsletter|Newsletter erhalten
already|Déjà inscrit ?|Already registered?|Schon registriert?
permissions|Droits d’accès|Permissions|Berechtigungen
role|Rôle|Role|Rolle
read|Lire|Read|Lesen
write|Écrire|Write|Schreiben
admin|Administrer|Administer|Verwalten
module|Module|Module|Modul
accounting|Comptabilité|Accounting|Buchhaltung
purchasing|Achats|Purchasing|Einkauf
hr|Ressources humaines|Human resources|Personal
stock|Stock|Inventory|Lager
sales|Ventes|Sales|Vertrieb
period|Période|Period|Zeitraum
generate|Générer le rapport|Generate report|Bericht erstellen
format|Format|Format|Format
includevat|Inclure la TVA|Include VAT|MwSt. einschließen
groupby|Regrouper par|Group by|Gruppieren nach
tickets|Demandes|Tickets|Tickets
todo|À faire|To do|Offen
doing|En cours|In progress|In Arbeit
done|Terminé|Done|Erledigt
budget|Budget maximal|Maximum budget|Höchstbudget
weight|Poids|Weight|Gewicht
warehouse|Entrepôt|Warehouse|Lagerort
barcode|Code-barres|Barcode|Strichcode
minstock|Stock minimal|Minimum stock|Mindestbestand
active|Article actif|Active product|Artikel aktiv
online|Visible en ligne|Visible online|Online sichtbar
fragile|Fragile|Fragile|Zerbrechlich
category|Catégorie|Category|Kategorie
price|Prix de vente|Sales price|Verkaufspreis
saved|Modifications enregistrées.|Changes saved.|Änderungen gespeichert.
`.trim().split('\n').map(l => l.split('|'));

const LANGS = ['fr', 'en', 'de'];
const BY_KEY = new Map(WORDS.map(([k, ...w]) => [k, w]));

/** The words of one language: `t('save')`. A key without words is an error, so that no key reaches a picture. */
export function words(language) {
    const at = LANGS.indexOf(language);
    return key => {
        const found = BY_KEY.get(key);
        if (!found) throw new Error(`no words for "${key}"`);
        return found[at];
    };
}

/** Mulberry32: the same seed, the same page. */
export function random(seed) {
    let a = seed >>> 0;
    const next = () => {
        a = (a + 0x6D2B79F5) | 0;
        let t = Math.imul(a ^ (a >>> 15), 1 | a);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const r = {
        next,
        int: (lo, hi) => lo + Math.floor(next() * (hi - lo + 1)),
        pick: list => list[Math.floor(next() * list.length)],
        chance: p => next() < p,
        shuffle: list => {
            const out = [...list];
            for (let i = out.length - 1; i > 0; i--) {
                const j = Math.floor(next() * (i + 1));
                [out[i], out[j]] = [out[j], out[i]];
            }
            return out;
        },
    };
    return r;
}

const FIRST = ['Hélène', 'Marc', 'Aïcha', 'Jürgen', 'Émilie', 'Thomas', 'Chloé', 'Björn', 'Sofia', 'Karl', 'Inès', 'Paul',
    'Zoé', 'Martin', 'Nadia', 'Oliver', 'Françoise', 'George', 'Käthe', 'Lucas', 'Maïté', 'William', 'Noémie', 'Stefan'];
const LAST = ['Dubois', 'Müller', 'Smith', 'Lefèvre', 'Schröder', 'Johnson', 'Garçon', 'Weiß', 'Brown', 'Bérubé', 'Köhler',
    'Taylor', 'Moreau', 'Fischer', 'Walker', 'Nguyen', 'Da Silva', 'Hoffmann', 'O’Neill', 'Rousseau', 'Wagner', 'Clarke'];
const FIRMS = ['Ateliers du Rhône', 'Bäckerei Stern', 'Northwind Ltd', 'Élan & Fils', 'Hafenlogistik GmbH', 'Oakridge Partners',
    'Maison Chauvet', 'Grünwald AG', 'Blue Harbor Inc.', 'Transports Perrin', 'Optik Lindner', 'Kestrel Foods', 'Sté Valmont',
    'Möbel Krause', 'Harding & Co', 'Pharmacie Centrale', 'Stahlbau Nord', 'Redwood Supply', 'Imprimerie Blanc', 'Weingut Adler'];
const CITIES = ['Lyon', 'Genève', 'München', 'Zürich', 'Leeds', 'Orléans', 'Köln', 'Bristol', 'Besançon', 'Hamburg', 'Nîmes', 'York'];
const STREETS = { fr: ['rue des Tilleuls', 'avenue Foch', 'place de l’Église'], en: ['Mill Lane', 'Station Road', 'Kingsway'],
    de: ['Lindenweg', 'Bahnhofstraße', 'Am Markt'] };
const GOODS = { fr: ['Chaise de bureau', 'Câble réseau 5 m', 'Écran 24 pouces', 'Cartouche d’encre', 'Lampe à pince', 'Étagère murale', 'Clavier français', 'Ramette A4'],
    en: ['Office chair', 'Network cable 5 m', '24-inch monitor', 'Ink cartridge', 'Clamp lamp', 'Wall shelf', 'Keyboard UK', 'A4 paper ream'],
    de: ['Bürostuhl', 'Netzwerkkabel 5 m', 'Monitor 24 Zoll', 'Tintenpatrone', 'Klemmleuchte', 'Wandregal', 'Tastatur deutsch', 'Papier A4'] };
const SUBJECTS = { fr: ['Relance de la facture', 'Réunion de jeudi', 'Votre commande est partie', 'Question sur le devis', 'Congés d’été', 'Mise à jour du contrat'],
    en: ['Invoice reminder', 'Meeting on Thursday', 'Your order has shipped', 'Question about the quote', 'Summer holidays', 'Contract update'],
    de: ['Zahlungserinnerung', 'Besprechung am Donnerstag', 'Ihre Bestellung ist unterwegs', 'Frage zum Angebot', 'Sommerurlaub', 'Vertragsänderung'] };

/** Records drawn from `r`. What is a proper name stays the same in every language; dates and amounts follow it. */
export function records(r, language) {
    const pad = n => String(n).padStart(2, '0');
    const group = (n, sep) => String(n).replace(/\B(?=(\d{3})+$)/g, sep);
    const self = {
        first: () => r.pick(FIRST),
        last: () => r.pick(LAST),
        person: () => `${r.pick(FIRST)} ${r.pick(LAST)}`,
        firm: () => r.pick(FIRMS),
        firms: n => r.shuffle(FIRMS).slice(0, n),
        city: () => r.pick(CITIES),
        street: () => { const n = r.int(1, 180); const s = r.int(0, 2); return language === 'de' ? `${STREETS.de[s]} ${n}` : `${n} ${STREETS[language][s]}`; },
        zip: () => String(r.int(10000, 98999)),
        phone: () => `0${r.int(1, 9)} ${pad(r.int(0, 99))} ${pad(r.int(0, 99))} ${pad(r.int(0, 99))} ${pad(r.int(0, 99))}`,
        email: () => `${r.pick(FIRST)}.${r.pick(LAST)}`.normalize('NFD').replace(/[^A-Za-z.]/g, '').toLowerCase() + '@example.org',
        goods: () => GOODS[language][r.int(0, 7)],
        subject: () => SUBJECTS[language][r.int(0, 5)],
        code: prefix => `${prefix}-${r.int(2021, 2026)}-${String(r.int(1, 9999)).padStart(4, '0')}`,
        date: () => { const [d, m, y] = [pad(r.int(1, 28)), pad(r.int(1, 12)), r.int(2021, 2026)];
            return { fr: `${d}/${m}/${y}`, en: `${y}-${m}-${d}`, de: `${d}.${m}.${y}` }[language]; },
        money: (lo = 12, hi = 9800) => { const [u, c] = [r.int(lo, hi), pad(r.int(0, 99))];
            return { fr: `${group(u, '\u202f')},${c} €`, en: `€${group(u, ',')}.${c}`, de: `${group(u, '.')},${c} €` }[language]; },
        percent: () => { const [a, b] = [r.int(1, 48), r.int(0, 9)]; return language === 'en' ? `${a}.${b}%` : `${a},${b} %`; },
        time: () => `${pad(r.int(8, 18))}:${r.pick(['00', '15', '30', '45'])}`,
    };
    return self;
}
