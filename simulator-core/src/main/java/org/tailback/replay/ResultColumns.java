package org.tailback.replay;

import com.google.common.base.Preconditions;
import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import org.tailback.stability.Internal;

/**
 * Results of a replay that has ended, kept as columns: an immutable list whose elements are made whenever they are
 * asked for. A million ranks need no million objects, and no time for results that are not read.
 */
@Internal
public final class ResultColumns<E> extends AbstractList<E> implements RandomAccess {
    private final int size;
    private final IntFunction<E> element;

    /**
     * Creates a list of elements.
     *
     * @param element makes the element of an index, always the same
     */
    public ResultColumns(int size, IntFunction<E> element) {
        this.size = size;
        this.element = element;
    }

    @Override
    public E get(int index) {
        return element.apply(Preconditions.checkElementIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
