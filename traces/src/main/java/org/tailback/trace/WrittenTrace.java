package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Result of writing a program as a trace.
 *
 * @param losses parts that the form cannot represent, and their replacements, as sentences with counts
 * @param remarks remarks about changes without loss, as sentences
 */
public record WrittenTrace(List<String> losses, List<String> remarks) {
    public WrittenTrace {
        losses = ImmutableList.copyOf(losses);
        remarks = ImmutableList.copyOf(remarks);
    }
}
