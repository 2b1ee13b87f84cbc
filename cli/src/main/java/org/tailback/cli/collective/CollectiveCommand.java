package org.tailback.cli.collective;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.ValueList;
import picocli.CommandLine;

/** Predicts the time of the algorithms of any collective operation. */
@CommandLine.Command(
        name = "collective",
        description = "Predicts the time of a collective's algorithms over sizes and numbers of ranks.",
        footer = {
            "",
            "Operations: barrier, bcast, reduce, allreduce, gather, scatter, allgather, alltoall, … (a wrong",
            "name lists all).",
            "Lists: values and ranges separated by commas; a:b:xN multiplies by N, a:b:+N adds N.",
            "Segmented algorithms take a segment size: pipeline/64KiB."
        })
public final class CollectiveCommand extends StudyCommand {
    private final Given<String> operation =
            argument(String.class, "", "0", "", "OPERATION", "such as bcast or allreduce");

    private final Given<@Nullable String> algorithms = text(
            "--algorithm",
            "NAME,...",
            "which algorithms (a wrong name lists all; default: all that work on any network)");

    private final Given<@Nullable String> sizes = text(
            "--size",
            "LIST",
            "the buffer of bcast, reduce, allreduce and scans, the block of each pair or rank for the"
                    + " others, such as 1KiB:1MiB:x2; not for barrier");

    @Override
    public void run() {
        Kind kind = CollectiveAlgorithms.kind(operation.value());
        if (sizes.value() == null && kind != Kind.BARRIER) {
            throw new InputException("--size is needed: such as --size 1KiB:1MiB:x2");
        }
        if (sizes.value() != null && kind == Kind.BARRIER) {
            throw new InputException("--size has no meaning for barrier. Leave it out");
        }
        List<Long> list = sizes.value() == null ? List.of(0L) : ValueList.sizes("--size", sizes.value());
        study(kind, algorithms.value(), list, false);
    }
}
