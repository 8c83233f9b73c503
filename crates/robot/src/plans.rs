//! Workflows of the store, prepared to be run: crops, prototypes, and a look at one screen of each node.

use lea_act::Plan;
use lea_act::plan::Exemplar;
use lea_frame::FrameBuf;
use lea_model::screen_state::StateWindow;
use lea_store::Store;
use lea_store::workflows::Bundle;
use lea_understand::Eye;
use std::collections::HashMap;
use std::rc::Rc;

/// Prepares workflows, each once.
pub(crate) struct Plans<'a> {
    store: &'a Store,
    ready: HashMap<String, Rc<Plan>>,
}

impl<'a> Plans<'a> {
    /// Of this store.
    pub fn new(store: &'a Store) -> Self {
        Self { store, ready: HashMap::new() }
    }

    /// A workflow that was prepared, or can be without looking at pictures: one that another one runs.
    pub fn get(&mut self, id: &str) -> Result<Rc<Plan>, String> {
        if let Some(plan) = self.ready.get(id) {
            return Ok(plan.clone());
        }
        let bundle = self.store.workflow(id).map_err(|e| e.to_string())?;
        if !self.store.workflow_enabled(id).unwrap_or(false) {
            return Err(format!("{id} is not enabled on this machine"));
        }
        let plan = Rc::new(prepare(&bundle, None)?);
        self.ready.insert(id.to_owned(), plan.clone());
        Ok(plan)
    }
}

/// Prepares a bundle. With an `eye`, a screen of each node is looked at, which makes nodes known by their structure too.
pub fn prepare(bundle: &Bundle, mut eye: Option<&mut Eye>) -> Result<Plan, String> {
    let mut plan = Plan::new(bundle.workflow.clone()).map_err(|halt| halt.why)?;
    for (path, bytes) in bundle.files.iter().filter(|(path, _)| path.starts_with("crops/")) {
        plan.add_crop(path, picture(path, bytes)?);
    }
    for node in &bundle.workflow.nodes {
        let id = &node.node_id;
        if let Ok(Some(vector)) = bundle.prototype(id) {
            plan.add_prototype(id, vector);
        }
        let path = format!("screens/{id}.png");
        if let (Some(eye), Some(bytes)) = (eye.as_deref_mut(), bundle.files.get(&path)) {
            let picture = picture(&path, bytes)?;
            let constraint = node.screen_template.window.as_ref();
            let window = constraint.map(|w| StateWindow {
                app_name: w.app_name_any_of.first().cloned().unwrap_or_default(),
                window_title: w.title_contains_any_of.first().cloned().unwrap_or_default(),
                screen_resolution: Some(picture.size),
                ..StateWindow::default()
            });
            let state = eye.see(picture.as_frame(), window).map_err(|e| e.to_string())?;
            plan.add_exemplar(id, Exemplar::of(&state, Some(&picture)));
        }
    }
    Ok(plan)
}

fn picture(path: &str, bytes: &[u8]) -> Result<FrameBuf, String> {
    lea_frame::from_png(bytes).map_err(|e| format!("{path}: {e}"))
}
