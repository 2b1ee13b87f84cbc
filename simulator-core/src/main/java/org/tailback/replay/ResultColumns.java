package org.tailback.replay;

import com.google.common.base.Preconditions;
import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import org.tailback.stability.Internal;

/**
 * Results of a replay that has ended, stored as columns: an immutable list whose elements are created on each access. A
 * million ranks therefore do not require a million objects, and results that are not read cost no time.
 */
@Internal
public final class ResultColumns<E> extends AbstractList<E> implements RandomAccess {
    private final int size;
    private final IntFunction<E> element;

    /**
     * Creates a list of elements.
     *
     * @param element creates the element at an index, with equal results on each call
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
