"""Options of the commands, for editors and type checkers; made by JsonPageTest."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from ._command import Many, Value

if TYPE_CHECKING:
    from typing_extensions import Required


ReplayOptions = TypedDict("ReplayOptions", {
    "all_ranks": bool,
    "allocation": Value,
    "change": Many,
    "clock": Value,
    "collectives": Value,
    "compare_uncontended": bool,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "derivatives": bool,
    "eager_limit": Value,
    "efficiencies": bool,
    "gpu_streams": Value,
    "input_format": Value,
    "jitter": Value,
    "kernels": Value,
    "left_out": Value,
    "link_loads": bool,
    "loss": Value,
    "measured": bool,
    "measured_chart": Value,
    "measured_chart_by": Value,
    "model": Value,
    "node_choice": Value,
    "nodes": Value,
    "placement": Value,
    "platform": "Required[Value]",
    "ranks_per_node": Value,
    "replications": Value,
    "report": Value,
    "seed": Value,
    "sensitivity": bool,
    "threads": Value,
    "timeline": Many,
    "timeline_from": Value,
    "timeline_ranks": Value,
    "timeline_to": Value,
    "tolerance": Many,
    "tolerance_chart": Value,
    "unmatched": Value,
    "until": Value,
    "what_if": bool,
    "why": bool,
    "why_csv": Value,
}, total=False)


CompareOptions = TypedDict("CompareOptions", {
    "allocation": Value,
    "chart": Value,
    "collectives": Value,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "eager_limit": Value,
    "efficiencies": bool,
    "gpu_streams": Value,
    "input_format": Value,
    "kernels": Value,
    "left_out": Value,
    "loss": Value,
    "model": Many,
    "model_error": Value,
    "node_choice": Value,
    "node_price": Many,
    "nodes": Value,
    "placement": Many,
    "platform": "Required[Many]",
    "ranks_per_node": Value,
    "report": Value,
    "seed": Value,
    "threads": Value,
    "title": Value,
    "unmatched": Value,
}, total=False)


PlaceOptions = TypedDict("PlaceOptions", {
    "allocation": Value,
    "budget": Value,
    "chart": Value,
    "collectives": Value,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "eager_limit": Value,
    "gpu_streams": Value,
    "hosts": Value,
    "input_format": Value,
    "kernels": Value,
    "left_out": Value,
    "loss": Value,
    "model": Value,
    "model_error": Value,
    "node_choice": Value,
    "nodes": Value,
    "output": Value,
    "placement": Value,
    "platform": Value,
    "rankfile": Value,
    "ranks_per_node": Value,
    "report": Value,
    "seed": Value,
    "threads": Value,
    "time": Value,
    "title": Value,
    "unmatched": Value,
}, total=False)


SweepOptions = TypedDict("SweepOptions", {
    "chart": Value,
    "engine": Value,
    "output": Value,
    "report": Value,
    "resume": bool,
    "seed": Value,
    "shard": Value,
    "spark_master": Value,
    "threads": Value,
    "title": Value,
}, total=False)


JobsOptions = TypedDict("JobsOptions", {
    "blame": Value,
    "chart": Value,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "eager_limit": Value,
    "kernels": Value,
    "loss": Value,
    "model": Value,
    "placement": Many,
    "platform": Value,
    "replications": Value,
    "report": Value,
    "seed": Value,
    "threads": Value,
    "title": Value,
    "why": bool,
}, total=False)


TrainingOptions = TypedDict("TrainingOptions", {
    "allocation": Value,
    "chart": Value,
    "collectives": Value,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "eager_limit": Value,
    "fold": Value,
    "gpu": Value,
    "gpus": Value,
    "jitter": Value,
    "kernels": Value,
    "loss": Value,
    "memory": Value,
    "model": Value,
    "model_error": Value,
    "node_choice": Value,
    "nodes": Value,
    "parallelism": Many,
    "placement": Value,
    "platform": Value,
    "ranks_per_node": Value,
    "report": Value,
    "search": bool,
    "seed": Value,
    "set": Many,
    "title": Value,
    "tokens": Value,
}, total=False)


HplOptions = TypedDict("HplOptions", {
    "allocation": Value,
    "bcast": Many,
    "best": Value,
    "budget": Value,
    "compute_scale": Value,
    "compute_speed": Value,
    "cost": Value,
    "depth": Many,
    "eager_limit": Value,
    "grid": Many,
    "kernels": Value,
    "loss": Value,
    "memory": Value,
    "model": Value,
    "n": Value,
    "nb": Value,
    "node_choice": Value,
    "nodes": Value,
    "pfact": Many,
    "placement": Value,
    "platform": Value,
    "ranks": Value,
    "ranks_per_node": Value,
    "rfact": Many,
    "seed": Value,
    "seeds": Value,
    "swap": Many,
    "threads": Value,
}, total=False)


GraphOptions = TypedDict("GraphOptions", {
    "bandwidth": Value,
    "explain": bool,
    "model": Value,
    "platform": Value,
    "reference_time": Value,
    "seed": Value,
    "size": Value,
}, total=False)


CollectiveOptions = TypedDict("CollectiveOptions", {
    "algorithm": Value,
    "allocation": Value,
    "chart": Value,
    "cost": Value,
    "crossovers": bool,
    "decision_rules": Value,
    "jitter": Value,
    "jitter_scale": Value,
    "loss": Many,
    "model": Value,
    "model_error": Value,
    "node_choice": Value,
    "nodes": Value,
    "placement": Value,
    "platform": Value,
    "ranks": Value,
    "ranks_per_node": Value,
    "replications": Value,
    "report": Value,
    "rules_format": Value,
    "seed": Value,
    "size": Value,
    "threads": Value,
    "timeout_chart": Value,
    "title": Value,
    "until": Value,
}, total=False)


FitOptions = TypedDict("FitOptions", {
    "algorithm": Value,
    "also": Many,
    "change_factor": Value,
    "collectives": Value,
    "end_tolerance": Value,
    "floor": Value,
    "gpu": Value,
    "judge": Many,
    "keep_numbers": bool,
    "keep_outliers": bool,
    "look_ahead": Value,
    "minimum_points": Value,
    "model": Value,
    "nodes": Value,
    "only": Many,
    "output": Value,
    "parameter": Many,
    "period": Value,
    "plan": Value,
    "platform": Value,
    "ranks_per_node": Value,
    "seed": Value,
}, total=False)


EvaluateOptions = TypedDict("EvaluateOptions", {
    "algorithm": Value,
    "chart": Value,
    "collectives": Value,
    "edges": Value,
    "gpu": Value,
    "graph_chart": Value,
    "histogram_chart": Value,
    "messages": Value,
    "model": Many,
    "nodes": Value,
    "patterns": Value,
    "platform": Value,
    "racks": Value,
    "ranks_per_node": Value,
    "repeat": Value,
    "seed": Value,
    "size": Value,
}, total=False)


InfoOptions = TypedDict("InfoOptions", {
    "gpu_streams": Value,
    "input_format": Value,
    "left_out": Value,
    "seed": Value,
    "unmatched": Value,
}, total=False)


ConvertOptions = TypedDict("ConvertOptions", {
    "allocation": Value,
    "collectives": Value,
    "compute_speed": Value,
    "gpu_streams": Value,
    "input_format": Value,
    "left_out": Value,
    "node_choice": Value,
    "nodes": Value,
    "output_format": Value,
    "placement": Value,
    "platform": Value,
    "ranks_per_node": Value,
    "seed": Value,
    "strict": bool,
    "unmatched": Value,
}, total=False)


ExtrapolateOptions = TypedDict("ExtrapolateOptions", {
    "compute_speed": Value,
    "input_format": Value,
    "output": Value,
    "ranks": Value,
    "scaling": Value,
    "seed": Value,
}, total=False)


ModelsOptions = TypedDict("ModelsOptions", {
    "seed": Value,
    "show": Value,
}, total=False)


FormatsOptions = TypedDict("FormatsOptions", {
    "seed": Value,
}, total=False)

#: options that the command takes several times; lists of others are joined with commas
REPEATED = {
    "replay": ("change", "timeline", "tolerance",),
    "compare": ("model", "node_price", "placement", "platform",),
    "jobs": ("placement",),
    "training": ("parallelism", "set",),
    "hpl": ("bcast", "depth", "grid", "pfact", "rfact", "swap",),
    "collective": ("loss",),
    "fit": ("also", "judge", "only", "parameter",),
    "evaluate": ("model",),
}

#: options of which False is the option no-NAME
NEGATED = {
    "replay": ("compare_uncontended", "sensitivity",),
}
