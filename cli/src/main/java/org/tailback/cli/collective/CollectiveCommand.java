package org.tailback.cli.collective;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.ValueList;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
    @Parameters(index = "0", paramLabel = "OPERATION", description = "such as bcast or allreduce")
    private String operation = "";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME,...",
            description = "which algorithms (a wrong name lists all; default: all that work on any network)")
    private @Nullable String algorithms;

    @Option(
            names = "--size",
            paramLabel = "LIST",
            description = "the buffer of bcast, reduce, allreduce and scans, the block of each pair or rank for the"
                    + " others, such as 1KiB:1MiB:x2; not for barrier")
    private @Nullable String sizes;

    @Override
    public void run() {
        Kind kind = CollectiveAlgorithms.kind(operation);
        if (sizes == null && kind != Kind.BARRIER) {
            throw new InputException("--size is needed: such as --size 1KiB:1MiB:x2");
        }
        if (sizes != null && kind == Kind.BARRIER) {
            throw new InputException("--size has no meaning for barrier. Leave it out");
        }
        List<Long> list = sizes == null ? List.of(0L) : ValueList.sizes("--size", sizes);
        study(kind, algorithms, list, false);
    }
}
