package org.tailback.cli.collective;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.units.ValueList;

/** Command that predicts the time of the algorithms of any collective operation. */
public final class CollectiveCommand extends StudyCommand {
    private final Given<String> operation = argument(String.class, "", "0", "", "OPERATION");

    private final Given<@Nullable String> algorithms = text("--algorithm", "NAME,...");

    private final Given<@Nullable String> sizes = text("--size", "LIST");

    @Override
    public void run() {
        Kind kind = CollectiveAlgorithms.kind(operation.value());
        if (sizes.value() == null && kind != Kind.BARRIER) {
            throw new InputException("--size is needed. Add it, such as --size 1KiB:1MiB:x2");
        }
        if (sizes.value() != null && kind == Kind.BARRIER) {
            throw new InputException("--size has no meaning for barrier. Leave it out");
        }
        List<Long> list = sizes.value() == null ? List.of(0L) : ValueList.sizes("--size", sizes.value());
        study(kind, algorithms.value(), list, false);
    }
}
