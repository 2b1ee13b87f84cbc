"""Types of the fields of results, for editors and type checkers; made by JsonPageTest."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class ReplayFields:
    makespan: float
    low: float
    high: float
    coverage: float
    ranks: List[Dict[str, Any]]
    messages: int
    bytes: int
    average_penalty: float
    retransmission_timeouts: int
    conflicts: Dict[str, Any]
    model: str
    cost: str
    loss: str
    seed: int
    warnings: List[str]
    messages_inside_nodes: int
    lost_to_contention: float
    lost_to_timeouts: float
    pairs: List[Dict[str, Any]]
    pairs_in_all: int
    timeouts: List[Dict[str, Any]]
    timeouts_in_all: int
    started: float
    duration: float
    version: str
    command: str
    trace: str
    format: str
    platform: Optional[str]
    placement: Optional[str]
    uncontended_makespan: float
    recorded: Dict[str, Any]
    sensitivity: Dict[str, Any]
    measured: Dict[str, Any]
    why: Dict[str, Any]
    what_if: List[Dict[str, Any]]
    efficiencies: Dict[str, Any]
    derivatives: List[Dict[str, Any]]
    tolerance: List[Dict[str, Any]]
    links: List[Dict[str, Any]]
    link_interval_seconds: float
    replications: Dict[str, Any]
    engine: str
    notes: List[str]


class CompareFields:
    rows: List[Dict[str, Any]]
    model_error: float
    warnings: List[str]


class PlaceFields:
    makespan: float
    low: float
    high: float
    coverage: float
    origin: str
    round_robin_node: float
    round_robin_processor: float
    gain: float
    uncontended: float
    lower_bound: float
    lower_bound_is_exact: bool
    compute_bound: float
    bytes_between_nodes: float
    bytes_between_ranks: float
    replays: int
    stopped: bool
    placement: List[Dict[str, Any]]
    basis: str
    outside: List[str]
    starts: List[Dict[str, Any]]
    improvements: List[Dict[str, Any]]
    model: str
    cost: str
    loss: str
    seed: int
    warnings: List[str]


class JobsFields:
    jobs: List[Dict[str, Any]]
    background: List[Dict[str, Any]]
    end: float
    blame_rule: str
    model: str
    cost: str
    loss: str
    warnings: List[str]
    seed: int
    placements: List[Dict[str, Any]]


class HplFields:
    candidates: int
    tried: int
    sampled: bool
    complete: bool
    coverage: float
    rows: List[Dict[str, Any]]
    ties: int
    sensitivity: List[Dict[str, Any]]
    n: int
    ranks: int
    warnings: List[str]


class SweepFields:
    runs: int
    found: int
    done: int
    failed: int
    complete: bool
    output: Optional[str]
    rows: List[str]
    warnings: List[str]


class GraphFields:
    model: str
    edges: List[Dict[str, Any]]
    steps: List[Dict[str, Any]]
    warnings: List[str]
    explanations: Dict[str, Any]


class InfoFields:
    format: str
    ranks: int
    operations: Dict[str, Any]
    messages: int
    bytes: int
    span: float
    communicators: int
    approximations: List[str]
    recorded: Dict[str, Any]


class ConvertFields:
    input: str
    input_format: str
    output: str
    output_format: str
    output_bytes: int
    warnings: List[str]


class ExtrapolateFields:
    ranks: int
    sides: str
    classes: List[Dict[str, Any]]
    output: str
    warnings: List[str]


class EvaluateFields:
    evaluations: List[Dict[str, Any]]
    failed: List[Dict[str, Any]]
    model: str
    other: str
    experiments: List[Dict[str, Any]]
    warnings: List[str]
    median_factor: float
    median_factor_of_large: float
    close_choices: float
    close_choices_of_library: float
    mean_regret: float
    mean_regret_of_library: float
    intervals: int
    coverage: float
    cells: List[Dict[str, Any]]
    points: List[Dict[str, Any]]
    left: List[Dict[str, Any]]
    baseline: Dict[str, Any]
    rows: List[Dict[str, Any]]
    by_model: List[Dict[str, Any]]
    by_parallelism: List[Dict[str, Any]]
    mean_error: float
    median_error: float


class CollectiveFields:
    rows: List[Dict[str, Any]]
    warnings: List[str]
    operation: str
    model: str
    cost: str
    loss: str
    seed: int
    crossovers: List[Dict[str, Any]]
    rules: List[Dict[str, Any]]


class ModelsFields:
    models: List[Dict[str, Any]]
    costs: List[Dict[str, Any]]
    losses: List[Dict[str, Any]]
    placements: List[Dict[str, Any]]
    selectors: List[Dict[str, Any]]
    platforms: List[Dict[str, Any]]
    algorithms: List[Dict[str, Any]]


class FitFields:
    latency: float
    round_trip_half: float
    protocols: List[Dict[str, Any]]
    outliers: List[Dict[str, Any]]
    netgauge: List[Dict[str, Any]]
    warnings: List[str]
    sizes: List[Dict[str, Any]]
    bidirectional: bool
    heights: List[Dict[str, Any]]
    switch_tolerance: Dict[str, Any]
    beta: int
    outgoing_gamma: float
    incoming_gamma: float
    standard_errors: Dict[str, Any]
    graphs: List[Dict[str, Any]]
    shapes: List[Dict[str, Any]]
    model: str
    parameters: Dict[str, Any]
    mean_graph_error: float
    mean_message_error: float
    leave_one_out_graph_error: float
    leave_one_out_message_error: float
    leave_family_out_graph_error: float
    left_out: Any
    family_left_out: Dict[str, Any]
    baselines: Dict[str, Any]
    baselines_family_out: Dict[str, Any]
    cpus_per_node: int
    kernels: List[Dict[str, Any]]
    cpus: List[Dict[str, Any]]
    numbers: List[Dict[str, Any]]
    median_factor: float
    median_factor_of_large: float
    close_choices: float
    mean_regret: float
    baseline: Dict[str, Any]
    platform: str
    level: float
    commands: List[Dict[str, Any]]
    gpu: str
    low: float
    high: float
    mean_error: float
    median_error: float
    dispatch: Dict[str, Any]
    combine: Dict[str, Any]
    errors: List[Dict[str, Any]]
    rows: List[Dict[str, Any]]


class TrainingFields:
    rows: List[Dict[str, Any]]
    warnings: List[str]
    candidates: int
    fitting: int
