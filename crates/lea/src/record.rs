//! `lea record`.

use crate::cli::RecordArgs;
use crate::config::Context;
use crate::error::{Failure, Outcome, failed, failed_with_help, usage};
use crate::judge::FieldReader;
use crate::wiring::Writing;
use crate::{audit, format, readings};
use jiff::{Timestamp, Zoned};
use lea_model::{Environment, Monitor, Performance, RawSession, Screen, SessionMetadata, User, ids};
use lea_observe::{Ended, RecordError, Recorder, Status, TextReader};
use lea_screen::Screen as _;
use lea_screen::x11::X11Screen;
use lea_store::{SessionWriter, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A recording that was taken.
pub struct Recorded {
    /// The session as it was written.
    pub session: RawSession,
    /// Why it ended.
    pub ended: Ended,
    /// How it went.
    pub status: Status,
}

/// Runs the command.
pub fn run(context: &Context, args: &RecordArgs) -> Outcome {
    let store = readings::store(context)?;
    prune(context, &store);
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        // A second Ctrl-C ends it at once: what was recorded until then is kept all the same.
        signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone()).map_err(failed)?;
        signal_hook::flag::register(signal, stop.clone()).map_err(failed)?;
    }
    let (header, writer) = begin(&store, header(args)?)?;
    let line = format::spinner();
    let mut announced = false;
    let recorded = record(context, &store, args, writer, &stop, &mut |status| {
        if !std::mem::replace(&mut announced, true) {
            announce(context, &header);
        }
        line.set_message(line_text(status));
    })?;
    line.finish_and_clear();
    report(context, &recorded);
    match &recorded.ended {
        Ended::Full(why) => Err(failed_with_help(
            format!("the disk is full, so the recording ended: {why}"),
            format!("what was recorded until then is kept as {}", recorded.session.session_id),
        )),
        Ended::Lost(why) => Err(failed_with_help(
            format!("the display went away, so the recording ended: {why}"),
            format!("what was recorded until then is kept as {}", recorded.session.session_id),
        )),
        Ended::Asked | Ended::Hotkey | Ended::Time => Ok(()),
    }
}

/// The most recordings one person may begin in one second.
const MOST_AT_ONCE: u32 = 20;

/// Begins a session; where one of the same second and person exists, under the next name.
pub fn begin(store: &Store, mut header: RawSession) -> Outcome<(RawSession, SessionWriter)> {
    let id = header.session_id.clone();
    for n in 2..MOST_AT_ONCE {
        match store.begin(&header) {
            Ok(writer) => return Ok((header, writer)),
            Err(StoreError::Exists { .. }) => header.session_id = format!("{id}-{n}"),
            Err(e) => return Err(failed(e)),
        }
    }
    Err(failed(format!("there are {MOST_AT_ONCE} recordings called {id} already")))
}

/// Takes a recording.
pub fn record(
    context: &Context,
    store: &Store,
    args: &RecordArgs,
    writer: SessionWriter,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Status),
) -> Outcome<Recorded> {
    let settings = &context.config.record;
    let id = writer.id().to_owned();
    let mut writing = Writing(writer);
    let reader = reader(context);
    let cpu_before = cpu_time();
    let taken = Recorder::start(args.display.as_deref(), settings, &mut writing, reader)
        .and_then(|recorder| recorder.run(stop, args.limit, watch));
    let (ended, status) = match taken {
        Ok(taken) => taken,
        Err(error) => {
            // Nothing of use was recorded where it could not even start.
            let nothing = writing.0.written().events == 0;
            drop(writing);
            if nothing {
                let _ = store.delete(&id);
            }
            return Err(explain(&error));
        }
    };
    let cpu = cpu_time().saturating_sub(cpu_before).as_secs_f64();
    let performance = Performance {
        overhead_cpu_pct: (cpu / status.elapsed.as_secs_f64().max(0.001) * 10_000.0).round() / 100.0,
        frames: status.frames,
        bytes: status.bytes,
        ..Performance::default()
    };
    let metadata = SessionMetadata { performance: Some(performance), ..SessionMetadata::default() };
    let session = writing.0.finish(&metadata, &moment(Timestamp::now())).map_err(failed)?;
    Ok(Recorded { session, ended, status })
}

/// What sees whether typed text shows on the screen. Without it every text is a secret: that is said, not hidden.
fn reader(context: &Context) -> Option<Box<dyn TextReader>> {
    match FieldReader::open(&context.models) {
        Ok(reader) => Some(Box::new(reader)),
        Err(error) => {
            eprintln!("warning: no typed text will be kept, because screens cannot be read: {error}");
            None
        }
    }
}

fn explain(error: &RecordError) -> Failure {
    match error {
        RecordError::Settings(e) => usage(e),
        RecordError::Screen(e) => failed_with_help(e, "`lea doctor` says what this display has and lacks"),
        RecordError::Keep(_) => failed(error),
    }
}

/// Says that it has begun: whatever is done from now on is recorded.
fn announce(context: &Context, header: &RawSession) {
    if context.json {
        println!("{}", serde_json::json!({ "recording": header.session_id }));
        return;
    }
    let settings = &context.config.record;
    eprintln!(
        "Recording. {} or Ctrl-C ends it, {} makes it private.",
        settings.stop_hotkey, settings.private_hotkey
    );
}

/// What is known before anything happens.
pub fn header(args: &RecordArgs) -> Outcome<RawSession> {
    let mut screen = X11Screen::open(args.display.as_deref())
        .map_err(|e| failed_with_help(e, "`lea doctor` says what this machine has and lacks"))?;
    let monitors = screen.monitors().map_err(failed)?;
    let primary = monitors.iter().find(|m| m.primary).map_or(screen.size(), |m| m.rect.size());
    let uname = rustix::system::uname();
    let user = args.user.clone().unwrap_or_else(lea_store::system_user);
    let now = Zoned::now();
    let started = moment(now.timestamp());
    let local = now.strftime("%Y-%m-%dT%H-%M-%S").to_string();
    let mut session = RawSession {
        session_id: ids::session_id(&local, &user).map_err(usage)?,
        agent_version: format!("lea {}", env!("CARGO_PKG_VERSION")),
        environment: Environment {
            platform: std::env::consts::OS.into(),
            hostname: uname.nodename().to_string_lossy().into_owned(),
            screen: Screen {
                primary_resolution: Some(primary),
                monitors: monitors
                    .iter()
                    .map(|m| Monitor { rect: m.rect, scale: m.scale, ..Monitor::default() })
                    .collect(),
                ..Screen::default()
            },
            ..Environment::default()
        },
        user: User { id: user, ..User::default() },
        started_at: started,
        ..RawSession::default()
    };
    session.context.training_label = args.label.clone();
    session.context.customer = args.customer.clone();
    Ok(session)
}

/// A time as it is written down: RFC 3339, to the millisecond.
fn moment(t: Timestamp) -> String {
    t.round(jiff::Unit::Millisecond).unwrap_or(t).to_string()
}

/// Processor time this process has used.
fn cpu_time() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(spent).unwrap_or_default()
}

/// Deletes what is older than the configuration allows; failing to is no reason not to record.
fn prune(context: &Context, store: &Store) {
    let days = context.config.sessions.keep_days;
    if days == 0 {
        return;
    }
    match store.prune(days, Zoned::now().date()) {
        Ok(gone) if gone.is_empty() => {}
        Ok(gone) => {
            eprintln!("Deleted {} recordings older than {days} days.", gone.len());
            if let Err(error) = audit::note_pruned(store, &gone, days) {
                eprintln!("warning: the deletions are not in the audit trail: {error}");
            }
        }
        Err(error) => eprintln!("Could not delete old recordings: {error}"),
    }
    if let Err(failure) = readings::forget_gone(context, store) {
        eprintln!("Could not forget old recordings: {}", failure.report);
    }
}

fn line_text(status: &Status) -> String {
    let state = match status.suspended {
        None => "recording".to_owned(),
        Some(reason) => format!("NOT RECORDING ({reason})"),
    };
    format!(
        "{state}  {}  {} events  {} frames  {}",
        format::clock(status.elapsed.as_secs_f64()),
        status.events,
        status.frames,
        format::bytes(status.bytes)
    )
}

fn report(context: &Context, recorded: &Recorded) {
    let Recorded { session, ended, status } = recorded;
    let performance = session.metadata.performance.clone().unwrap_or_default();
    if context.json {
        let summary = serde_json::json!({
            "session_id": session.session_id,
            "ended": format!("{ended:?}"),
            "events": session.events.len(),
            "frames": status.frames,
            "bytes": status.bytes,
            "seconds": status.elapsed.as_secs_f64(),
            "overhead_cpu_pct": performance.overhead_cpu_pct,
        });
        println!("{summary}");
        return;
    }
    println!(
        "Recorded {}: {}, {} events, {} frames, {} ({:.1} % of one core)",
        session.session_id,
        format::clock(status.elapsed.as_secs_f64()),
        session.events.len(),
        status.frames,
        format::bytes(status.bytes),
        performance.overhead_cpu_pct,
    );
    println!("Look at it: lea sessions show {}", session.session_id);
}
