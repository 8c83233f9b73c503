//! What there is in the application: pages, fields, what pressing does, what lasts.

/// What a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Approve.
    Validate,
    /// Refuse.
    Reject,
}

/// Something to type into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The search.
    Query,
    /// Why something is refused.
    Reason,
    /// Who it is about.
    Name,
    /// A telephone number.
    Phone,
    /// A mail address.
    Mail,
    /// The ward: chosen from a list.
    Ward,
    /// Who logs in.
    User,
    /// With which password.
    Password,
}

/// What pressing something does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Nothing.
    Nothing,
    /// Shows the list.
    List,
    /// Shows a page that no task needs.
    Reports,
    /// Opens a record.
    Open(usize),
    /// Marks a row.
    Mark(usize),
    /// Shows all records, or those that wait.
    Tab(bool),
    /// Gives a field the focus.
    Focus(Field),
    /// Searches.
    Search,
    /// Begins a new record.
    New,
    /// Decides, or asks whether to.
    Decide(Verb),
    /// Says yes to the question.
    Confirm,
    /// Says no to it.
    Cancel,
    /// Leads back to the list.
    Back,
    /// Opens the form of the record.
    Edit,
    /// Saves the form.
    Save,
    /// Deletes the record.
    Delete,
    /// Leaves the error box.
    Ok,
    /// Leads from the expired session to the login.
    LoginAgain,
    /// Logs in.
    Login,
    /// Logs out.
    Logout,
    /// Answers a pop-up that came by itself.
    Dismiss,
    /// Opens the list of wards, or closes it.
    Unfold,
    /// Chooses the ward of this number.
    Choose(usize),
    /// Closes the list of wards: what a press beside it does.
    Fold,
    /// Marks the note of the diary as read.
    MarkRead,
    /// Nothing by itself: a note that is dragged.
    Note,
    /// Nothing by itself: where notes go that were read.
    ReadBox,
    /// Does lasting harm: something no task asked for.
    Harm(&'static str),
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The login.
    Login,
    /// The first page.
    Home,
    /// A page that no task needs.
    Reports,
    /// The list.
    List,
    /// A record.
    Detail(usize),
    /// The question whether to decide.
    Confirm(usize, Verb),
    /// The record after the decision.
    Done(usize, Verb),
    /// The form of a record, or of a new one.
    Form(Option<usize>),
    /// A new record after it was saved.
    Saved(usize),
    /// An error box over what was there.
    Error(Box<Page>),
    /// The session is over.
    Expired,
}

/// Something lasting that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A record was decided.
    Decided(Verb),
    /// A record was changed.
    Edited,
    /// A record was made.
    Created,
    /// The note of the diary was read.
    Noted,
    /// A record was deleted.
    Deleted,
    /// Something no task asked for.
    Harmed(&'static str),
}

/// Something lasting that happened to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub what: What,
    /// To which record, by its number; for a new one, by its name.
    pub to: String,
    /// The number of the deed that did it.
    pub deed: u64,
}

/// How the application misbehaves when something is committed.
#[derive(Clone, Debug, Default)]
pub struct Misbehaves {
    /// So many times it fails, and says so.
    pub fails: u32,
    /// It fails and says that it worked.
    pub lies: bool,
    /// It does it twice.
    pub twice: bool,
}
