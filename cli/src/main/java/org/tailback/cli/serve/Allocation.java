package org.tailback.cli.serve;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Bytes that the threads of a group have allocated since they began, released or not: at least what they hold. The
 * threads that a command starts are in the group of the thread that runs it.
 */
final class Allocation {
    private Allocation() {}

    /** Returns the bytes allocated by the living threads of a thread's group; 0 where the JVM does not count them. */
    static long of(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        if (group == null || !(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
            return 0;
        }
        Thread[] members = new Thread[2 * group.activeCount() + 8];
        int count = group.enumerate(members);
        long[] ids = Arrays.stream(members, 0, count).mapToLong(Thread::getId).toArray();
        return Arrays.stream(threads.getThreadAllocatedBytes(ids))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
