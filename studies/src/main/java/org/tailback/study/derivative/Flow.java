package org.tailback.study.derivative;

/** A message that moves. Rates are parts of the message per second. */
final class Flow {
    /** How it moves. */
    enum Kind {
        /** Shares the network. */
        NETWORK,
        /** Shares the memory of a node. */
        NODE,
        /** Shares nothing. */
        ALONE
    }

    Kind kind = Kind.ALONE;
    int source;
    int destination;
    /** Seconds that it takes alone, and their slopes. */
    double alone;

    final double[] aloneSlope;
    /** Since when the present rate holds. */
    final Moment since;
    /** When its data had moved. */
    final Moment end;
    /** Slopes of the part that is left. */
    final double[] left;

    double rate;
    /** The rate from the present instant on. */
    double next;

    final double[] rateSlope;
    /** Slopes of the logarithm of what the rate is in proportion to, where no other model is asked. */
    final double[] scale;
    /** Work, pace and rate in work per second under the models with larger and smaller numbers. */
    final double[][] work;

    final double[][] pace;
    final double[][] varied;
    boolean hasRate;
    boolean isChanged;
    boolean waits;

    Flow(int numbers) {
        aloneSlope = new double[numbers];
        since = new Moment(numbers);
        end = new Moment(numbers);
        left = new double[numbers];
        rateSlope = new double[numbers];
        scale = new double[numbers];
        work = new double[2][numbers];
        pace = new double[2][numbers];
        varied = new double[2][numbers];
    }
}
