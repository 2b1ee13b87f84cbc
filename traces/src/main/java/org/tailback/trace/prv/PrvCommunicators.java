package org.tailback.trace.prv;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.NumberTable;

/**
 * Communicators defined by the lines of a .prv file. Each consists of tasks of one application, and its number is local
 * to the application.
 */
final class PrvCommunicators {
    private final PrvLine line;
    private final PrvHeader header;
    private final int[] firstTask;
    private final NumberTable indices = new NumberTable();
    /** Members of each communicator, as tasks. */
    final List<int[]> members = new ArrayList<>();

    private final WritingLosses omissions;

    /**
     * Creates an empty table.
     *
     * @param firstTask first task of each application
     */
    PrvCommunicators(PrvLine line, PrvHeader header, int[] firstTask, WritingLosses omissions) {
        this.line = line;
        this.header = header;
        this.firstTask = firstTask;
        this.omissions = omissions;
    }

    void define() {
        line.skipLetter();
        int application = line.number(1, header.tasks().size(), "an application");
        long id = line.number();
        long size = line.number();
        int ofApplication = header.tasks().get(application - 1);
        int[] ofIt = new int[(int) Math.max(0, Math.min(size, ofApplication))];
        boolean possible = size == ofIt.length;
        for (int i = 0; i < ofIt.length && line.hasMore(); i++) {
            long named = line.number();
            possible &= named >= 1 && named <= ofApplication && (i < ofIt.length - 1 || !line.hasMore());
            ofIt[i] = possible ? firstTask[application - 1] + (int) named - 1 : 0;
        }
        long key = key(application, id);
        if (!possible || Arrays.stream(ofIt).distinct().count() < size) {
            omissions.count("communicator with tasks that its application does not have: not defined");
        } else if (indices.get(key) == NumberTable.NONE) {
            indices.put(key, members.size());
            members.add(ofIt);
        }
    }

    private long key(int application, long id) {
        if (id < 0 || id > Integer.MAX_VALUE) {
            throw line.malformed("a communicator's number from 0 to " + Integer.MAX_VALUE);
        }
        return (long) application << 32 | id;
    }

    /**
     * Returns the index of a communicator; {@link NumberTable#NONE} if it is undefined or does not contain the task.
     *
     * @param application number of the application, from 1
     */
    int of(int application, long id, int task) {
        int index = indices.get(key(application, id));
        return index == NumberTable.NONE || !Ints.contains(members.get(index), task) ? NumberTable.NONE : index;
    }
}
