package org.tailback.trace.nativeformat;

import java.util.Arrays;
import org.tailback.trace.RefusedFormat;
import org.tailback.trace.TraceSample;

/** Recognises the binary native form of Tailback 0.1, to suggest an alternative. */
public final class NativeBinaryRefusal extends RefusedFormat {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'T', 'L', 'B', '\r', '\n', 0x1a, '\n'};

    public NativeBinaryRefusal() {
        super(
                "tailback-binary",
                "binary native form (.tailbin) of Tailback 0.1: no longer read; convert it to text with that version",
                "found the binary native form, which is no longer read. Tailback 0.1 is the last version that"
                        + " converts it: tailback convert OLD.tailbin NEW.tailback.gz");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        byte[] leading = sample.leadingBytes();
        return leading.length >= SIGNATURE.length
                && Arrays.equals(leading, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
    }
}
