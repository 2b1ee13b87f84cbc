package org.tailback.model.loggops;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;

/**
 * The rules of {@link LogGopsSimulation} word by word, with lists and a priority queue and nothing clever: every
 * element that has to wait goes back into the queue. The oracle for random schedules.
 */
final class LiteralLogGops {
    private enum Type {
        SEND,
        RECEIVE,
        CALCULATION,
        MESSAGE
    }

    private record Element(long time, long stamp, Type type, int rank, int operation, int source) {
        Element at(long later) {
            return new Element(later, stamp, type, rank, operation, source);
        }
    }

    private record Posted(int source, int tag, int operation) {}

    private static final class Host {
        long[] cpu;
        long[] sendNic;
        long[] receiveNic;
        int[] waitingFor;
        final List<Integer> fresh = new ArrayList<>();
        final List<Posted> receives = new ArrayList<>();
        final List<Posted> messages = new ArrayList<>();
    }

    private final Schedule schedule;
    private final LogGops p;
    private final Host[] hosts;
    private final PriorityQueue<Element> queue = new PriorityQueue<>(
            Comparator.comparing(Element::time, Long::compareUnsigned).thenComparingLong(Element::stamp));
    private long stamps;
    private long unexpected;
    private long messages;
    private long ready;

    LiteralLogGops(Schedule schedule, LogGops parameters) {
        this.schedule = schedule;
        this.p = parameters;
        hosts = new Host[schedule.ranks()];
        for (int rank = 0; rank < hosts.length; rank++) {
            Host host = new Host();
            host.cpu = new long[schedule.cpus()];
            host.sendNic = new long[schedule.nics()];
            host.receiveNic = new long[schedule.nics()];
            host.waitingFor = new int[schedule.operations(rank)];
            schedule.dependencyCounts(rank, host.waitingFor, 0);
            hosts[rank] = host;
            for (int operation = 0; operation < host.waitingFor.length; operation++) {
                if (host.waitingFor[operation] == 0) {
                    host.fresh.add(operation);
                }
            }
            enqueueFresh(rank);
        }
        while (!queue.isEmpty()) {
            Element element = queue.poll();
            switch (element.type) {
                case SEND -> send(element);
                case RECEIVE -> receive(element);
                case CALCULATION -> calculate(element);
                case MESSAGE -> arrive(element);
            }
            for (int rank = 0; rank < hosts.length; rank++) {
                enqueueFresh(rank);
            }
        }
    }

    boolean isFinished() {
        boolean finished = ready == schedule.operations();
        for (Host host : hosts) {
            finished &= host.receives.isEmpty() && host.messages.isEmpty();
        }
        return finished;
    }

    long[] finishTimes() {
        long[] times = new long[hosts.length];
        for (int rank = 0; rank < times.length; rank++) {
            for (long time : hosts[rank].cpu) {
                times[rank] = max(times[rank], time);
            }
        }
        return times;
    }

    long messages() {
        return messages;
    }

    private void calculate(Element e) {
        Host host = hosts[e.rank];
        int cpu = schedule.cpu(e.rank, e.operation);
        if (Long.compareUnsigned(host.cpu[cpu], e.time) > 0) {
            queue.add(e.at(host.cpu[cpu]));
            return;
        }
        host.cpu[cpu] = e.time + schedule.size(e.rank, e.operation);
        starts(e.rank, e.operation);
        completes(e.rank, e.operation);
    }

    private void send(Element e) {
        Host host = hosts[e.rank];
        int cpu = schedule.cpu(e.rank, e.operation);
        int nic = schedule.nic(e.rank, e.operation);
        long r = max(host.cpu[cpu], host.sendNic[nic]);
        if (Long.compareUnsigned(r, e.time) > 0) {
            queue.add(e.at(r));
            return;
        }
        messages++;
        long s = schedule.size(e.rank, e.operation);
        starts(e.rank, e.operation);
        host.cpu[cpu] = e.time + p.overhead() + (s - 1) * p.overheadPerByte();
        host.sendNic[nic] = e.time + p.gap() + (s - 1) * p.gapPerByte();
        queue.add(new Element(
                e.time + p.overhead() + p.latency(),
                stamps++,
                Type.MESSAGE,
                schedule.peer(e.rank, e.operation),
                e.operation,
                e.rank));
        if (Long.compareUnsigned(s, p.eagerLimit()) <= 0) {
            completes(e.rank, e.operation);
        }
    }

    private void receive(Element e) {
        Host host = hosts[e.rank];
        starts(e.rank, e.operation);
        int source = schedule.peer(e.rank, e.operation);
        int tag = schedule.tag(e.rank, e.operation);
        Posted message = takeFirst(host.messages, source, tag);
        if (message == null) {
            host.receives.add(new Posted(source, tag, e.operation));
            return;
        }
        unexpected++;
        if (Long.compareUnsigned(schedule.size(e.rank, e.operation), p.eagerLimit()) > 0) {
            completeSend(
                    message.source,
                    message.operation,
                    schedule.cpu(e.rank, e.operation),
                    schedule.nic(e.rank, e.operation),
                    e.time);
        }
        completes(e.rank, e.operation);
    }

    private void arrive(Element e) {
        Host host = hosts[e.rank];
        int cpu = schedule.cpu(e.source, e.operation);
        int nic = schedule.nic(e.source, e.operation);
        long r = max(host.cpu[cpu], host.receiveNic[nic]);
        if (Long.compareUnsigned(r, e.time) > 0) {
            queue.add(e.at(r));
            return;
        }
        long s = schedule.size(e.source, e.operation);
        host.cpu[cpu] = e.time + p.overhead() + max((s - 1) * p.overheadPerByte(), (s - 1) * p.gapPerByte());
        host.receiveNic[nic] = e.time + p.gap() + (s - 1) * p.gapPerByte();
        int tag = schedule.tag(e.source, e.operation);
        Posted receive = takeFirst(host.receives, e.source, tag);
        if (receive == null) {
            host.messages.add(new Posted(e.source, tag, e.operation));
            return;
        }
        if (Long.compareUnsigned(s, p.eagerLimit()) > 0) {
            completeSend(e.source, e.operation, cpu, nic, e.time);
        }
        completes(e.rank, receive.operation);
    }

    private void completeSend(int rank, int operation, int cpu, int nic, long time) {
        completes(rank, operation);
        hosts[rank].cpu[cpu] = max(hosts[rank].cpu[cpu], time);
        hosts[rank].sendNic[nic] = max(hosts[rank].sendNic[nic], time);
    }

    private static Posted takeFirst(List<Posted> list, int source, int tag) {
        for (Iterator<Posted> all = list.iterator(); all.hasNext(); ) {
            Posted one = all.next();
            boolean sourceAgrees = one.source == source || one.source == Schedule.ANY || source == Schedule.ANY;
            boolean tagAgrees = one.tag == tag || one.tag == Schedule.ANY || tag == Schedule.ANY;
            if (sourceAgrees && tagAgrees) {
                all.remove();
                return one;
            }
        }
        return null;
    }

    private void starts(int rank, int operation) {
        for (int i = 0; i < schedule.startSuccessors(rank, operation); i++) {
            release(rank, schedule.startSuccessor(rank, operation, i));
        }
    }

    private void completes(int rank, int operation) {
        for (int i = 0; i < schedule.completionSuccessors(rank, operation); i++) {
            release(rank, schedule.completionSuccessor(rank, operation, i));
        }
    }

    private void release(int rank, int operation) {
        if (--hosts[rank].waitingFor[operation] == 0) {
            hosts[rank].fresh.add(operation);
        }
    }

    private void enqueueFresh(int rank) {
        Host host = hosts[rank];
        host.fresh.sort(Comparator.comparing(operation -> schedule.kind(rank, operation)));
        for (int operation : host.fresh) {
            Kind kind = schedule.kind(rank, operation);
            long time = host.cpu[schedule.cpu(rank, operation)];
            if (kind == Kind.SEND) {
                time = max(time, host.sendNic[schedule.nic(rank, operation)]);
            }
            ready++;
            queue.add(new Element(time, stamps++, Type.values()[kind.ordinal()], rank, operation, rank));
        }
        host.fresh.clear();
    }

    private static long max(long a, long b) {
        return Long.compareUnsigned(a, b) > 0 ? a : b;
    }
}
