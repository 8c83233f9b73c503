//! Asking a model (SPEC PEOPLE.4): what may leave towards it, and what comes back as an opinion. Nothing private goes along, and no
//! answer is as if there were no model.

use crate::params::filling::SECRET_MARGIN;
use crate::params::limits::{LONGEST_KEPT, MOST_UNANSWERED};
use crate::plan::told;
use crate::run::Runner;
use crate::world::{Observation, Prompt};
use lea_frame::FrameBuf;
use lea_model::run::{Halt, HaltReason, Opinion, OpinionOn};
use lea_model::{ActionType, ElementType, Rect};
use lea_recognize::label::normal;
use regex::Regex;

/// What stands in a prompt instead of something private.
pub(crate) const HIDDEN: &str = "(hidden)";

/// A model's answer: what is written down of it, and all it said.
pub(crate) struct Asked {
    pub opinion: Opinion,
    /// None where there was no answer.
    pub answer: Option<String>,
}

impl Runner<'_, '_, '_> {
    /// There is a model that understands pictures, and it has not fallen silent.
    pub fn has_seeing_model(&self) -> bool {
        let sees = self.world.model.as_ref().is_some_and(|m| m.sees());
        sees && self.spent.unanswered < MOST_UNANSWERED
    }

    /// Asks the model about these screens, which it is shown without what is private; none where there is no model.
    pub fn ask_model(&mut self, on: OpinionOn, text: String, observations: &[&Observation]) -> Option<Asked> {
        if self.spent.unanswered >= MOST_UNANSWERED || self.known.values.gives_away(&text) {
            return None;
        }
        let pictures = observations.iter().filter_map(|observation| self.masked(observation)).collect();
        let started = self.world.clock.seconds();
        let model = self.world.model.as_mut()?;
        let name = model.name();
        let answered = model.answer(&Prompt { text, pictures });
        let elapsed_ms = (self.world.clock.seconds() - started) * 1e3;
        // Meanwhile the screen may have changed.
        self.observation = None;
        let (answer, came_of) = match answered {
            Ok(answer) if !answer.trim().is_empty() => (Some(answer), String::new()),
            Ok(_) => (None, "it said nothing".into()),
            Err(why) => (None, format!("no answer: {why}")),
        };
        self.spent.unanswered = if answer.is_some() { 0 } else { self.spent.unanswered + 1 };
        let kept: String = answer.iter().flat_map(|a| a.trim().chars()).take(LONGEST_KEPT).collect();
        let opinion = Opinion {
            on,
            model: name,
            answer: self.hidden(&kept),
            elapsed_ms,
            came_of: self.hidden(&came_of),
        };
        Some(Asked { opinion, answer })
    }

    /// A screen as a model may see it.
    fn masked(&self, observation: &Observation) -> Option<FrameBuf> {
        let mut frame = (**observation.frame.as_ref()?).clone();
        self.kept_back(observation).iter().for_each(|rect| frame.fill(*rect, [0, 0, 0]));
        Some(frame)
    }

    /// What of a screen no model is shown: what is private, what may be a secret, and fields that a secret was typed into.
    fn kept_back(&self, observation: &Observation) -> Vec<Rect> {
        let mut rects = self.private(observation);
        let lines = observation.state.perception.detected_text.iter();
        rects.extend(lines.filter(|t| self.known.values.may_give_away(&t.text)).filter_map(|t| t.bbox));
        for (bbox, label) in &self.known.secret_fields {
            rects.push(bbox.padded(SECRET_MARGIN));
            let is_it = |e: &&lea_model::UIElement| {
                let fills = matches!(e.element_type, ElementType::TextInput | ElementType::TextArea);
                fills && !label.is_empty() && normal(&e.label) == normal(label)
            };
            let moved = observation.state.ui_elements.iter().filter(is_it);
            rects.extend(moved.map(|e| e.bbox.padded(SECRET_MARGIN)));
        }
        rects
    }

    /// A text read off a screen, as a model may read it.
    pub fn for_model(&self, text: &str) -> String {
        if self.known.values.may_give_away(text) {
            return HIDDEN.into();
        }
        let patterns = self.order.settings.private_patterns.iter().filter_map(|p| Regex::new(p).ok());
        patterns.fold(text.to_owned(), |text, pattern| pattern.replace_all(&text, HIDDEN).into_owned())
    }

    /// A sentence of the workflow with its values filled in, as a model may read it; as it stands where a value is missing or secret.
    pub fn sentence_for_model(&self, text: &str) -> String {
        match self.known.values.fill(text) {
            Ok(filled) if !filled.secret => self.for_model(&filled.text),
            _ => self.for_model(text),
        }
    }

    /// No step asks a model, or there is one: what cannot be done is said before anything is.
    pub fn needs_no_model(&self) -> Result<(), Halt> {
        if self.world.model.is_some() {
            return Ok(());
        }
        let asks = |edge: &&lea_model::Edge| {
            edge.parts().iter().any(|a| a.action_type == ActionType::AnalyzeText && !a.optional)
        };
        let Some(edge) = self.plan.workflow.edges.iter().find(asks) else { return Ok(()) };
        let step = edge.parts().into_iter().find(|a| a.action_type == ActionType::AnalyzeText).map(told);
        let why = format!(
            "{} ({}) needs a language model, and none is configured",
            edge.edge_id,
            step.unwrap_or_default()
        );
        let question = "Say in lea.toml which model may be asked: [models] endpoint and model";
        let halt = Halt::new(HaltReason::NoModel, why).asking(question);
        Err(Halt { edge: Some(edge.edge_id.clone()), ..halt })
    }
}
