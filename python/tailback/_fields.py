"""Types of the fields of results, for editors and type checkers; made by JsonPageTest."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class ReplayFields:
    makespan: float
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
