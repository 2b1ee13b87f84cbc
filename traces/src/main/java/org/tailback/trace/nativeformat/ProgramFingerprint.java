package org.tailback.trace.nativeformat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.tailback.program.Program;
import org.tailback.trace.io.TextOutput;

/** Tells whether two programs are the same operation for operation, without holding either in memory. */
public final class ProgramFingerprint {
    private ProgramFingerprint() {}

    /**
     * Returns whether two programs do the same, whatever numbers they give to requests and in whatever order their
     * waitalls name them. Reads both to their ends and closes them.
     */
    public static boolean sameUpToRequestNumbers(Program one, Program other) {
        String ofOne = of(one, true);
        return ofOne.equals(of(other, true));
    }

    /** Returns the SHA-256 of a program's native text; reads the program to its end and closes it. */
    public static String of(Program program) {
        return of(program, false);
    }

    private static String of(Program program, boolean renumbered) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (program;
                    TextOutput out = new TextOutput(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
                NativeTextSink text = new NativeTextSink(out, null);
                program.produceAll(renumbered ? new RenumberedRequests(text) : text);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
