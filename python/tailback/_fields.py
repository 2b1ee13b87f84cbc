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


class ExtrapolateFields:
    ranks: int
    sides: str
    classes: List[Dict[str, Any]]
    output: str
    warnings: List[str]


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


class TrainingFields:
    rows: List[Dict[str, Any]]
    warnings: List[str]
