package org.tailback.kernel;

import java.util.Arrays;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.eventlist.EventList;

/**
 * An SSJ event list in a 4-ary heap of arrays: adding and removing the first are O(log n), and so is cancelling, also
 * among many events of equal time, because each event keeps its slot in the spare number that SSJ leaves to event lists.
 *
 * <p>A few events, such as the timers of a replay, are kept sorted instead, the first at the end of the arrays: most of what is
 * set next is due next, and moves nothing.
 *
 * <p>Order: time, then priority, then the order of adding, as in SSJ's own lists. {@link #addFirst} goes before
 * everything. {@link #addBefore} and {@link #addAfter} renumber the whole list, O(n log n): nothing of ours uses them.
 */
public final class QuaternaryHeapEventList implements EventList {
    private static final int INITIAL_CAPACITY = 64;
    /** How many events are kept sorted; one more makes a heap, which stays one until it is empty. */
    private static final int FEW = 8;

    private Event[] events = new Event[INITIAL_CAPACITY];
    private double[] times = new double[INITIAL_CAPACITY];
    private double[] priorities = new double[INITIAL_CAPACITY];
    private long[] sequences = new long[INITIAL_CAPACITY];
    private int size;
    private boolean sorted = true;
    private long nextSequence = 1;
    private long firstSequence = -1;

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public void clear() {
        Arrays.fill(events, 0, size, null);
        size = 0;
        sorted = true;
    }

    @Override
    public void add(Event event) {
        insert(event, event.time(), event.priority(), nextSequence++);
    }

    @Override
    public void addFirst(Event event) {
        insert(event, event.time(), Double.NEGATIVE_INFINITY, firstSequence--);
    }

    @Override
    public void addBefore(Event event, Event other) {
        insertBeside(event, other, 0);
    }

    @Override
    public void addAfter(Event event, Event other) {
        insertBeside(event, other, 1);
    }

    @Override
    public @Nullable Event getFirst() {
        return size == 0 ? null : events[firstSlot()];
    }

    @Override
    public @Nullable Event getFirstOfClass(String className) {
        for (Event event : inOrder()) {
            if (event.getClass().getName().equals(className)) {
                return event;
            }
        }
        return null;
    }

    @Override
    public <E extends Event> @Nullable E getFirstOfClass(Class<E> type) {
        for (Event event : inOrder()) {
            if (event.getClass() == type) {
                return type.cast(event);
            }
        }
        return null;
    }

    /** The events in their order, as they are now; the iterator does not follow or make changes. */
    @Override
    public ListIterator<Event> listIterator() {
        return Arrays.asList(inOrder()).listIterator();
    }

    @Override
    public ListIterator<Event> iterator() {
        return listIterator();
    }

    @Override
    public boolean remove(Event event) {
        int slot = slotOf(event);
        if (slot < 0) {
            return false;
        }
        removeAt(slot);
        return true;
    }

    @Override
    public @Nullable Event removeFirst() {
        if (size == 0) {
            return null;
        }
        int slot = firstSlot();
        Event first = events[slot];
        removeAt(slot);
        return first;
    }

    private int firstSlot() {
        return sorted ? size - 1 : 0;
    }

    /** Where an event is, or -1. */
    private int slotOf(Event event) {
        if (sorted) {
            int slot = size - 1;
            while (slot >= 0 && events[slot] != event) {
                slot--;
            }
            return slot;
        }
        int slot = event.getRa();
        return slot >= 0 && slot < size && events[slot] == event ? slot : -1;
    }

    private void insert(Event event, double time, double priority, long sequence) {
        if (sorted && size == FEW) {
            makeHeap();
        }
        if (sorted) {
            int slot = size++;
            while (slot > 0 && !before(time, priority, sequence, slot - 1)) {
                move(slot - 1, slot);
                slot--;
            }
            place(slot, event, time, priority, sequence);
            return;
        }
        if (size == events.length) {
            int capacity = size * 2;
            events = Arrays.copyOf(events, capacity);
            times = Arrays.copyOf(times, capacity);
            priorities = Arrays.copyOf(priorities, capacity);
            sequences = Arrays.copyOf(sequences, capacity);
        }
        siftUp(size++, event, time, priority, sequence);
    }

    /** What is sorted is a heap when it is turned round. */
    private void makeHeap() {
        for (int slot = 0, other = size - 1; slot < other; slot++, other--) {
            Event event = events[slot];
            double time = times[slot];
            double priority = priorities[slot];
            long sequence = sequences[slot];
            move(other, slot);
            place(other, event, time, priority, sequence);
        }
        sorted = false;
        for (int slot = 0; slot < size; slot++) {
            events[slot].setRa(slot);
        }
    }

    private void removeAt(int slot) {
        int last = --size;
        if (sorted) {
            for (int later = slot; later < last; later++) {
                move(later + 1, later);
            }
            clearSlot(last);
            return;
        }
        sorted = last == 0;
        Event moved = events[last];
        double time = times[last];
        double priority = priorities[last];
        long sequence = sequences[last];
        clearSlot(last);
        if (slot == last) {
            return;
        }
        if (slot > 0 && before(time, priority, sequence, (slot - 1) >>> 2)) {
            siftUp(slot, moved, time, priority, sequence);
        } else {
            siftDown(slot, moved, time, priority, sequence);
        }
    }

    @SuppressWarnings("NullAway") // slots from size on hold no event
    private void clearSlot(int slot) {
        events[slot] = null;
    }

    private void siftUp(int start, Event event, double time, double priority, long sequence) {
        int slot = start;
        while (slot > 0) {
            int parent = (slot - 1) >>> 2;
            if (!before(time, priority, sequence, parent)) {
                break;
            }
            move(parent, slot);
            slot = parent;
        }
        place(slot, event, time, priority, sequence);
    }

    private void siftDown(int start, Event event, double time, double priority, long sequence) {
        int slot = start;
        while (true) {
            int child = 4 * slot + 1;
            if (child >= size) {
                break;
            }
            int least = child;
            for (int other = child + 1; other < Math.min(child + 4, size); other++) {
                if (before(times[other], priorities[other], sequences[other], least)) {
                    least = other;
                }
            }
            if (before(time, priority, sequence, least)) {
                break;
            }
            move(least, slot);
            slot = least;
        }
        place(slot, event, time, priority, sequence);
    }

    private boolean before(double time, double priority, long sequence, int slot) {
        if (time != times[slot]) {
            return time < times[slot];
        }
        if (priority != priorities[slot]) {
            return priority < priorities[slot];
        }
        return sequence < sequences[slot];
    }

    private void move(int from, int to) {
        place(to, events[from], times[from], priorities[from], sequences[from]);
    }

    private void place(int slot, Event event, double time, double priority, long sequence) {
        events[slot] = event;
        times[slot] = time;
        priorities[slot] = priority;
        sequences[slot] = sequence;
        if (!sorted) {
            event.setRa(slot);
        }
    }

    private Event[] inOrder() {
        Integer[] slots = new Integer[size];
        Arrays.setAll(slots, i -> i);
        Arrays.sort(slots, (a, b) -> a.equals(b) ? 0 : before(times[a], priorities[a], sequences[a], b) ? -1 : 1);
        Event[] ordered = new Event[size];
        Arrays.setAll(ordered, i -> events[slots[i]]);
        return ordered;
    }

    /** Puts the event directly before (offset 0) or after (offset 1) another, whose time and priority rank it takes. */
    private void insertBeside(Event event, Event other, int offset) {
        int slot = slotOf(other);
        if (slot < 0) {
            throw new IllegalArgumentException("the other event is not in the list");
        }
        double time = times[slot];
        double priority = priorities[slot];
        Event[] ordered = inOrder();
        double[] sortedPriorities = new double[ordered.length];
        double[] sortedTimes = new double[ordered.length];
        for (int i = 0; i < ordered.length; i++) {
            sortedPriorities[i] = priorities[slotOf(ordered[i])];
            sortedTimes[i] = times[slotOf(ordered[i])];
        }
        clear();
        for (int i = 0; i < ordered.length; i++) {
            if (ordered[i] == other && offset == 0) {
                insert(event, time, priority, nextSequence++);
            }
            insert(ordered[i], sortedTimes[i], sortedPriorities[i], nextSequence++);
            if (ordered[i] == other && offset == 1) {
                insert(event, time, priority, nextSequence++);
            }
        }
    }
}
