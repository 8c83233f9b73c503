//! A workflow prepared to be run: its graph, the pictures of its targets, a screen of each node, and the prototypes.

use lea_frame::FrameBuf;
use lea_model::run::{Halt, HaltReason};
use lea_model::workflow::{Action, ActionType, Frequency, Node};
use lea_model::{Rect, ScreenState, Target, Workflow};
use lea_recognize::screen::Sketch;
use lea_recognize::{Scene, Sought};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A workflow prepared to be run.
pub struct Plan {
    /// The graph.
    pub workflow: Workflow,
    /// Pictures of targets, by their path in the workflow's folder.
    crops: HashMap<String, FrameBuf>,
    /// A screen of each node, by its id.
    exemplars: HashMap<String, Exemplar>,
    /// The fingerprint of each node, by its id.
    prototypes: HashMap<String, Vec<f32>>,
}

/// A screen of a node.
pub struct Exemplar {
    /// Prepared for comparison.
    pub sketch: Sketch,
    /// What it says, normalised.
    pub texts: BTreeSet<String>,
    /// How many elements of each role it has.
    pub roles: BTreeMap<String, u32>,
}

impl Exemplar {
    /// Prepares a screen.
    pub fn of(state: &ScreenState, frame: Option<&FrameBuf>) -> Self {
        let sketch = Sketch::of(&Scene { state, frame: frame.map(|f| f.as_frame()) });
        let texts = state.perception.detected_text.iter().map(|t| lea_recognize::label::normal(&t.text));
        let mut roles: BTreeMap<String, u32> = BTreeMap::new();
        state.ui_elements.iter().for_each(|e| *roles.entry(e.role.clone()).or_default() += 1);
        Self { sketch, texts: texts.filter(|t| !t.is_empty()).collect(), roles }
    }
}

impl Plan {
    /// Prepares a workflow; one that is not sound is refused.
    pub fn new(workflow: Workflow) -> Result<Self, Halt> {
        let problems = workflow.problems();
        if let Some(first) = problems.first() {
            let why = format!("{} is not sound: {first}", workflow.workflow_id);
            return Err(Halt::new(HaltReason::BadWorkflow, why));
        }
        Ok(Self { workflow, crops: HashMap::new(), exemplars: HashMap::new(), prototypes: HashMap::new() })
    }

    /// With the picture of a target.
    pub fn add_crop(&mut self, path: &str, crop: FrameBuf) {
        self.crops.insert(path.to_owned(), crop);
    }

    /// With a screen of a node.
    pub fn add_exemplar(&mut self, node_id: &str, exemplar: Exemplar) {
        self.exemplars.insert(node_id.to_owned(), exemplar);
    }

    /// With the fingerprint of a node.
    pub fn add_prototype(&mut self, node_id: &str, vector: Vec<f32>) {
        self.prototypes.insert(node_id.to_owned(), vector);
    }

    /// A screen of the node, if one is known.
    pub fn exemplar(&self, node_id: &str) -> Option<&Exemplar> {
        self.exemplars.get(node_id)
    }

    /// The fingerprint of the node, if one is known.
    pub fn prototype(&self, node_id: &str) -> Option<&[f32]> {
        self.prototypes.get(node_id).map(Vec::as_slice)
    }

    /// A target, prepared to be looked for.
    pub fn sought(&self, target: &Target) -> Sought {
        let crop = target.anchor.as_ref().and_then(|a| a.crop.as_ref()).and_then(|c| self.crops.get(c));
        Sought::new(target, crop.map(|c| c.as_frame()))
    }

    /// The picture of a target, and where the target is in it.
    pub fn crop(&self, target: &Target) -> Option<(&FrameBuf, Rect)> {
        let anchor = target.anchor.as_ref()?;
        let crop = self.crops.get(anchor.crop.as_ref()?)?;
        Some((crop, anchor.crop_box.unwrap_or(crop.as_frame().bounds())))
    }

    /// The node with this id, which a sound workflow has.
    pub fn node(&self, node_id: &str) -> Option<&Node> {
        self.workflow.node(node_id)
    }

    /// The applications whose windows show a node; none where that is not known.
    pub fn apps(&self, node_id: &str) -> &[String] {
        let window = self.node(node_id).and_then(|n| n.screen_template.window.as_ref());
        window.map_or(&[], |w| w.app_name_any_of.as_slice())
    }

    /// What a node is called.
    pub fn called<'a>(&'a self, node_id: &'a str) -> &'a str {
        self.node(node_id).map(|n| n.label.as_str()).filter(|l| !l.is_empty()).unwrap_or(node_id)
    }
}

/// What an action does and to what, in words; variables by their names, so never a secret.
pub fn told(action: &Action) -> String {
    let target = action.target.as_ref();
    let name = target.and_then(|t| {
        let name = t.anchor.as_ref().and_then(|a| a.name.clone());
        let said = name.or_else(|| t.text.clone()).filter(|s| !s.trim().is_empty());
        said.map(|s| format!("“{s}”")).or_else(|| t.description.clone())
    });
    let name = name.unwrap_or_else(|| "it".into());
    let p = &action.parameters;
    match action.action_type {
        ActionType::MouseClick => match p.clicks {
            Some(2) => format!("double-click {name}"),
            _ => format!("click {name}"),
        },
        ActionType::TextInput => format!("type {} into {name}", p.text.as_deref().unwrap_or("nothing")),
        ActionType::KeyPress => format!("press {}", p.keys.join("+")),
        ActionType::Scroll => "turn the wheel".into(),
        ActionType::Hover => format!("point at {name}"),
        ActionType::Drag => format!("drag {name}"),
        ActionType::Focus => format!("give {name} the focus"),
        ActionType::Wait => match &p.until {
            Some(until) => format!("wait until {until}"),
            None => format!("wait {} ms", p.duration_ms.unwrap_or(0)),
        },
        ActionType::WindowSwitch => {
            format!("go to {}", p.target_app.as_deref().unwrap_or("the other window"))
        }
        ActionType::ExtractText => format!("read {name} into {}", p.variable.as_deref().unwrap_or("nothing")),
        ActionType::AnalyzeText => format!("ask a model about {name}"),
        ActionType::RunWorkflow => format!("run {}", p.workflow_id.as_deref().unwrap_or("another workflow")),
        ActionType::Compound => p.steps.iter().map(told).collect::<Vec<_>>().join(", then "),
    }
}

/// A step that is not always done, and yet was in more than half of the demonstrations.
pub fn is_usual(action: &Action) -> bool {
    action.frequency.is_some_and(Frequency::is_usual)
}
