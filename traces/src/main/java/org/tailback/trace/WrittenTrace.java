package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * The result of writing a program as a trace.
 *
 * @param losses parts that the form cannot hold, and their replacements, a sentence each with its count
 * @param remarks other remarks, a sentence each, about changes without loss
 */
public record WrittenTrace(List<String> losses, List<String> remarks) {
    public WrittenTrace {
        losses = ImmutableList.copyOf(losses);
        remarks = ImmutableList.copyOf(remarks);
    }
}
