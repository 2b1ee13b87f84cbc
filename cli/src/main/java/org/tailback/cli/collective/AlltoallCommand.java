package org.tailback.cli.collective;

import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.ValueList;

/** Command that predicts the time of all-to-all algorithms over sizes and numbers of ranks. */
public final class AlltoallCommand extends StudyCommand {
    private final Given<@Nullable String> algorithms = text("--algorithm", "NAME,...");

    private final Given<String> sizes = required(String.class, "--size", "LIST");

    private final Given<Boolean> closedForm = flag("--closed-form");

    @Override
    public void run() {
        study(Kind.ALLTOALL, algorithms.value(), ValueList.sizes("--size", sizes.value()), closedForm.value());
    }
}
