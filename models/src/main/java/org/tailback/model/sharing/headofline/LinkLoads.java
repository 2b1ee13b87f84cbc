package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Lowers rates where a link would carry more than its capacity: a walk counts packets that leave their sources, and
 * queues on their route take some of them up while a short walk lasts.
 */
final class LinkLoads {
    // by link
    private double[] load = new double[16];
    // by stream
    private int[] messages = new int[16];
    private double[] factor = new double[16];

    /**
     * Divides the rates of a source by the largest overload of its links.
     *
     * @param classes by stream: streams of one class keep one rate
     * @param rate by stream: packets per slot of all its messages
     */
    void lower(PacketPart part, int[] classes, double[] rate) {
        if (part.links > load.length) {
            load = new double[2 * part.links];
        }
        if (part.streams > factor.length) {
            factor = new double[2 * part.streams];
            messages = new int[2 * part.streams];
        }
        Arrays.fill(load, 0, part.links, 0);
        Arrays.fill(messages, 0, part.streams, 0);
        Arrays.fill(factor, 0, part.streams, 1);
        for (int b = 0; b < part.batches; b++) {
            messages[part.stream[b]] += part.size[b];
        }
        for (int b = 0; b < part.batches; b++) {
            double packets = rate[part.stream[b]] * part.size[b] / messages[part.stream[b]];
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                load[part.link[hop]] += packets;
            }
        }
        for (int b = 0; b < part.batches; b++) {
            int ofClass = classes[part.stream[b]];
            for (int hop = part.firstHop[b]; hop < part.firstHop[b + 1]; hop++) {
                int link = part.link[hop];
                if (load[link] > part.capacity[link]) {
                    factor[ofClass] = Math.min(factor[ofClass], part.capacity[link] / load[link]);
                }
            }
        }
        for (int i = 0; i < part.streams; i++) {
            rate[i] *= factor[classes[i]];
        }
    }
}
