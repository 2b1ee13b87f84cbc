package org.tailback.study.engine;

import java.io.Serializable;

/**
 * The runs of a study. They do not depend on each other: an engine performs them in any order, several at once, and
 * perhaps in other processes. Thread-safe.
 *
 * @param <T> what distinguishes a run from the others, serializable
 * @param <R> the result of a run, serializable
 */
public interface StudyRuns<T, R> {
    /**
     * Performs a run.
     *
     * @throws org.tailback.error.UnfinishedProgramException if its program cannot finish
     */
    R perform(T run);

    /** Returns the name of a run in messages. */
    String name(T run);

    /** Returns what to do after a failure of the engine, a sentence. */
    default String afterFailure() {
        return "Start the command again";
    }

    /**
     * Returns the description from which another process makes the same runs.
     *
     * @throws org.tailback.error.InputException if there is none, because they are not made from files
     */
    Description<T, R> elsewhere();

    /** A description of runs, small against what they are made from. */
    interface Description<T, R> extends Serializable {
        /**
         * Returns the runs.
         *
         * @throws org.tailback.error.InputException if a file cannot be used
         */
        StudyRuns<T, R> open();
    }
}
