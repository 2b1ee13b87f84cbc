package com.example.network;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.tailback.kernel.EventKernel;

/** A simulator of one's own: an event list, whose clock networks share. */
public final class EventList implements EventKernel {
    private record Event(double due, Order order, long number, Runnable action) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingDouble(Event::due).thenComparing(Event::order).thenComparing(Event::number));
    private double now;
    private long scheduled;

    /** Schedules an event of the simulation's own. */
    public void schedule(double seconds, Runnable action) {
        add(seconds, Order.NORMAL, action);
    }

    private Event add(double due, Order order, Runnable action) {
        if (!(due >= now && due < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("it is " + now + " s, too late for " + due + " s");
        }
        Event event = new Event(due, order, scheduled++, action);
        events.add(event);
        return event;
    }

    /** Runs until nothing is left to happen. */
    public void run() {
        while (!events.isEmpty()) {
            Event next = events.remove();
            now = next.due();
            next.action().run();
        }
    }

    /** Forgets everything and starts again at time 0. */
    public void startAgain() {
        events.clear();
        now = 0;
    }

    @Override
    public double now() {
        return now;
    }

    @Override
    public Timer timer(Order order, Runnable action) {
        return new Timer() {
            private Event pending;

            @Override
            public void at(double seconds) {
                cancel();
                pending = add(seconds, order, () -> {
                    pending = null;
                    action.run();
                });
            }

            @Override
            public boolean cancel() {
                boolean removed = pending != null && events.remove(pending);
                pending = null;
                return removed;
            }
        };
    }
}
