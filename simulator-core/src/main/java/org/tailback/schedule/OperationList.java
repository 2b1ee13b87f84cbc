package org.tailback.schedule;

import org.tailback.columns.Columns;
import org.tailback.stability.Internal;

/** A growing list of operation numbers that is repeatedly filled and cleared without allocation. */
@Internal
public final class OperationList {
    private int[] operations = new int[16];
    private int size;

    public void add(int operation) {
        operations = Columns.fit(operations, size);
        operations[size++] = operation;
    }

    /** Returns the operation at an index from 0 to size - 1. */
    public int get(int index) {
        return operations[index];
    }

    /** Returns the number of operations in the list. */
    public int size() {
        return size;
    }

    /** Returns true if the list is empty. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Removes all operations. */
    public void clear() {
        size = 0;
    }
}
