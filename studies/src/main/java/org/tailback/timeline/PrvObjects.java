package org.tailback.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;

/**
 * The objects of a Paraver trace: a task per rank, a thread per lane of it, each on a CPU of its own; the nodes that
 * hold ranks; and the communicators of the collectives. Numbers in the file begin at 1.
 */
final class PrvObjects {
    private static final int WORLD = 1;

    /** Number of threads of each task. */
    private final int[] threads;
    /** Of each rank's first thread; known when all lanes are. */
    private final int[] firstCpu;

    private final List<int[]> groups = new ArrayList<>();
    /** Numbers of communicators with these numbers in the program: usually one. */
    private final Map<Integer, List<Integer>> numbers = new HashMap<>();

    /** Ranks by node; of each its own if that is not known. */
    private final TreeMap<Integer, List<Integer>> ranksByNode = new TreeMap<>();

    private final @Nullable Cluster cluster;

    PrvObjects(int ranks, @Nullable Cluster cluster, @Nullable Placement placement) {
        threads = new int[ranks];
        Arrays.fill(threads, 1);
        firstCpu = new int[ranks];
        this.cluster = cluster;
        for (int rank = 0; rank < ranks; rank++) {
            int node = placement == null ? rank : placement.nodeOf(rank);
            ranksByNode.computeIfAbsent(node, key -> new ArrayList<>()).add(rank);
        }
    }

    int ranks() {
        return threads.length;
    }

    /** Notes that a lane of a rank is used. */
    void use(int rank, int lane) {
        threads[rank] = Math.max(threads[rank], lane + 1);
    }

    /** Returns the number of a communicator; the same for the same members in the same order. */
    int communicator(int ofProgram, int @Nullable [] group) {
        if (group == null) {
            return WORLD;
        }
        List<Integer> known = numbers.computeIfAbsent(ofProgram, key -> new ArrayList<>(1));
        for (int number : known) {
            if (Arrays.equals(groups.get(number - WORLD - 1), group)) {
                return number;
            }
        }
        groups.add(group.clone());
        int number = WORLD + groups.size();
        known.add(number);
        return number;
    }

    /** Gives each thread a CPU, node by node; after this, no lane is new. */
    private int[] assignCpus() {
        int[] cpus = new int[ranksByNode.size()];
        int next = 1;
        int node = 0;
        for (List<Integer> ranks : ranksByNode.values()) {
            for (int rank : ranks) {
                firstCpu[rank] = next;
                next += threads[rank];
                cpus[node] += threads[rank];
            }
            node++;
        }
        return cpus;
    }

    /**
     * Returns the first lines. The date is always the same, so that the same replay gives the same file.
     *
     * @param duration nanoseconds
     */
    String header(long duration) {
        int[] cpus = assignCpus();
        int[] nodeOf = new int[threads.length];
        int node = 0;
        for (List<Integer> ranks : ranksByNode.values()) {
            node++;
            for (int rank : ranks) {
                nodeOf[rank] = node;
            }
        }
        StringBuilder text = new StringBuilder("#Paraver (01/01/2000 at 00:00):");
        text.append(duration).append("_ns:").append(cpus.length).append('(');
        for (int i = 0; i < cpus.length; i++) {
            text.append(i == 0 ? "" : ",").append(cpus[i]);
        }
        text.append("):1:").append(threads.length).append('(');
        for (int rank = 0; rank < threads.length; rank++) {
            text.append(rank == 0 ? "" : ",").append(threads[rank]).append(':').append(nodeOf[rank]);
        }
        text.append("),").append(1 + groups.size()).append('\n');
        text.append("c:1:").append(WORLD).append(':').append(threads.length);
        for (int rank = 0; rank < threads.length; rank++) {
            text.append(':').append(rank + 1);
        }
        for (int i = 0; i < groups.size(); i++) {
            text.append("\nc:1:").append(WORLD + 1 + i).append(':').append(groups.get(i).length);
            for (int rank : groups.get(i)) {
                text.append(':').append(rank + 1);
            }
        }
        return text.append('\n').toString();
    }

    /** Appends cpu, application, task and thread of a lane; after the header. */
    void append(StringBuilder line, int rank, int lane) {
        line.append(':').append(firstCpu[rank] + lane).append(":1:").append(rank + 1);
        line.append(':').append(lane + 1);
    }

    /** Returns the .row file, the names of CPUs, nodes and threads; after the header. */
    String names() {
        StringBuilder cpuNames = new StringBuilder();
        StringBuilder nodeNames = new StringBuilder();
        int cpus = 0;
        for (Map.Entry<Integer, List<Integer>> node : ranksByNode.entrySet()) {
            String known = cluster == null ? node.getKey().toString() : cluster.nodeName(node.getKey());
            String name = Character.isDigit(known.charAt(0)) ? "node" + known : known;
            nodeNames.append(name).append('\n');
            int ofNode = 0;
            for (int rank : node.getValue()) {
                for (int lane = 0; lane < threads[rank]; lane++) {
                    cpuNames.append(++ofNode).append('.').append(name).append('\n');
                    cpus++;
                }
            }
        }
        StringBuilder text = new StringBuilder();
        text.append("LEVEL CPU SIZE ").append(cpus).append('\n').append(cpuNames);
        text.append("\nLEVEL NODE SIZE ")
                .append(ranksByNode.size())
                .append('\n')
                .append(nodeNames);
        text.append("\nLEVEL THREAD SIZE ").append(cpus).append('\n');
        for (int rank = 0; rank < threads.length; rank++) {
            for (int lane = 0; lane < threads[rank]; lane++) {
                text.append("THREAD 1.").append(rank + 1).append('.').append(lane + 1);
                text.append('\n');
            }
        }
        return text.toString();
    }
}
