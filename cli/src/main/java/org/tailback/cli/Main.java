package org.tailback.cli;

/** Entry point of the {@code tailback} command. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.err.println("tailback: no commands yet");
        System.exit(1);
    }
}
