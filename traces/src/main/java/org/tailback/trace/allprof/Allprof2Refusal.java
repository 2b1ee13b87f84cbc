package org.tailback.trace.allprof;

import java.util.regex.Pattern;
import org.tailback.trace.RefusedFormat;
import org.tailback.trace.TraceSample;

/**
 * Format that recognises the files of liballprof2 by their names, to suggest an alternative. The files are not read,
 * because their lines differ between versions.
 */
public final class Allprof2Refusal extends RefusedFormat {
    /** Description of traces of liballprof2, with the remedy. */
    static final String ADVICE =
            "It looks like a trace of liballprof2, which writes different arguments than liballprof 0.9 and"
                    + " cannot be read. Record the program with liballprof (LD_PRELOAD=liballprof.so), or make a GOAL"
                    + " schedule of the trace with Schedgen";

    private static final Pattern NAME = Pattern.compile("lap2-trace-rank-\\d+-of-\\d+\\.txt(?:\\.gz)?");

    public Allprof2Refusal() {
        super(
                "liballprof2",
                "text trace of liballprof2 (lap2-trace-rank-R-of-N.txt): not supported; record with liballprof",
                "found a trace of format liballprof2. " + ADVICE);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.isFolder()
                ? sample.names().stream().anyMatch(name -> NAME.matcher(name).matches())
                : NAME.matcher(String.valueOf(sample.path().getFileName())).matches();
    }
}
