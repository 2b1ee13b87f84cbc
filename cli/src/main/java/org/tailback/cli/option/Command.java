package org.tailback.cli.option;

/** A command whose options have been read. */
public interface Command {
    /**
     * Does what the command is for; returns normally if it is done. Nothing is written to the results before everything
     * that can fail has been computed.
     *
     * @throws org.tailback.error.InputException if something that the user gave cannot be used
     * @throws org.tailback.error.UnfinishedProgramException if the program cannot finish
     */
    void run();
}
