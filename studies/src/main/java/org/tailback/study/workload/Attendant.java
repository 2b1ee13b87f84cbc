package org.tailback.study.workload;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.tailback.replay.ReplayResult;

/** Who stands by while a replay runs: a command, for example, that tells how far it is. */
public interface Attendant {
    /** Nobody. */
    Attendant NONE = new Attendant() {};

    /**
     * Lets the replay run.
     *
     * @param simulatedSeconds how far it is; may be asked by any thread
     * @param replay to be called once, by this thread
     * @return what the replay returns
     */
    default ReplayResult during(DoubleSupplier simulatedSeconds, Supplier<ReplayResult> replay) {
        return replay.get();
    }

    /**
     * The program cannot finish, which the replay is about to say by an exception.
     *
     * @param approximations what was lost when the program was recorded or read, which may be the reason
     */
    default void unfinished(List<String> approximations) {}
}
