package org.tailback.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.eventlist.EventList;

/**
 * An SSJ event list for clocks with few timers, as those of replays are: a sorted array, the first event at its end.
 * SSJ's own lists are trees, or allocate for each event; here the next timer is mostly set before all others, and moves
 * nothing.
 *
 * <p>Order: time, then priority, then the order of adding, as in SSJ's own lists. Adding and removing an event costs
 * O(events before it), removing the first O(1). Nothing is allocated but growth.
 */
final class SortedEvents implements EventList {
    private Event[] events = new Event[8];
    private int size;

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public void clear() {
        Arrays.fill(events, 0, size, null);
        size = 0;
    }

    @Override
    public void add(Event event) {
        int slot = size;
        while (slot > 0 && !isBefore(event, events[slot - 1])) {
            slot--;
        }
        insert(slot, event);
    }

    private static boolean isBefore(Event a, Event b) {
        return a.time() < b.time() || (a.time() == b.time() && a.priority() < b.priority());
    }

    @Override
    public void addFirst(Event event) {
        insert(size, event);
    }

    @Override
    public void addBefore(Event event, Event other) {
        insert(slotOf(other) + 1, event);
    }

    @Override
    public void addAfter(Event event, Event other) {
        insert(slotOf(other), event);
    }

    private void insert(int slot, Event event) {
        events = Columns.fit(events, size);
        for (int i = size++; i > slot; i--) {
            events[i] = events[i - 1];
        }
        events[slot] = event;
    }

    /** The slot of an event that must be in the list. */
    private int slotOf(Event event) {
        int slot = find(event);
        if (slot < 0) {
            throw new IllegalArgumentException("the event is not in the list");
        }
        return slot;
    }

    /** The slot of an event, or -1. */
    private int find(Event event) {
        int slot = size - 1;
        while (slot >= 0 && events[slot] != event) {
            slot--;
        }
        return slot;
    }

    @Override
    public @Nullable Event getFirst() {
        return size == 0 ? null : events[size - 1];
    }

    @Override
    public @Nullable Event getFirstOfClass(String name) {
        return inOrder().stream()
                .filter(event -> event.getClass().getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public <E extends Event> @Nullable E getFirstOfClass(Class<E> type) {
        return inOrder().stream()
                .filter(event -> event.getClass() == type)
                .findFirst()
                .map(type::cast)
                .orElse(null);
    }

    @Override
    public boolean remove(Event event) {
        int slot = find(event);
        if (slot < 0) {
            return false;
        }
        size--;
        for (int i = slot; i < size; i++) {
            events[i] = events[i + 1];
        }
        return true;
    }

    @Override
    public @Nullable Event removeFirst() {
        return size == 0 ? null : events[--size];
    }

    /** The events in the list now, the first one first. */
    private List<Event> inOrder() {
        List<Event> ordered = new ArrayList<>(Arrays.asList(events).subList(0, size));
        Collections.reverse(ordered);
        return Collections.unmodifiableList(ordered);
    }

    /** Iterates over the events that are in the list now. */
    @Override
    public Iterator<Event> iterator() {
        return inOrder().iterator();
    }

    /** As {@link #iterator}. */
    @Override
    public ListIterator<Event> listIterator() {
        return inOrder().listIterator();
    }
}
