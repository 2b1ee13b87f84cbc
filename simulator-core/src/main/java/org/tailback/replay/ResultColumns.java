package org.tailback.replay;

import com.google.common.base.Preconditions;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Results of a replay that has ended, kept as columns: an immutable list whose elements are made whenever they are
 * asked for. A million ranks need no million objects, and no time for results that are not read.
 */
abstract class ResultColumns<E> extends AbstractList<E> implements RandomAccess {
    private final int size;

    ResultColumns(int size) {
        this.size = size;
    }

    /** The element at an index that has been checked. */
    abstract E at(int index);

    @Override
    public final E get(int index) {
        return at(Preconditions.checkElementIndex(index, size));
    }

    @Override
    public final int size() {
        return size;
    }
}
