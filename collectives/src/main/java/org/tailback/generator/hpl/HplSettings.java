package org.tailback.generator.hpl;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Locale;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.stability.Beta;

/**
 * Configuration of one run of HPL, with names as in HPL's output.
 *
 * @param n order of the matrix, 1 to 2^30
 * @param nb number of columns of a block, 1 to n
 * @param p number of rows of the process grid, >= 1
 * @param q number of columns of the process grid, >= 1
 * @param bcast broadcast of a panel along its row of processes
 * @param swap method of swapping rows in the columns of processes
 * @param depth number of panels that are factorised ahead, >= 0
 * @param pfact factorisation of the innermost panels
 * @param rfact recursive factorisation of panels
 * @param nbmin number of columns at which the recursion ends, >= 1
 * @param ndiv number of blocks into which the recursion divides a panel, >= 2
 * @param threshold number of columns up to which {@link Swap#MIX} is a binary exchange, >= 0
 * @param columnMajor whether ranks are numbered along the columns of the grid, rank = column * p + row, as with PMAP 1;
 *     otherwise along the rows, rank = row * q + column
 */
@Beta
public record HplSettings(
        int n,
        int nb,
        int p,
        int q,
        Bcast bcast,
        Swap swap,
        int depth,
        Fact pfact,
        Fact rfact,
        int nbmin,
        int ndiv,
        int threshold,
        boolean columnMajor) {

    /** Broadcast algorithms for panels, in the order of their numbers in an HPL.dat. */
    public enum Bcast {
        RING("1ring"),
        RING_MODIFIED("1ring-modified"),
        TWO_RINGS("2ring"),
        TWO_RINGS_MODIFIED("2ring-modified"),
        LONG("long"),
        LONG_MODIFIED("long-modified");

        private final String label;

        Bcast(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    /** Algorithms for row swaps, in the order of their numbers in an HPL.dat. */
    public enum Swap {
        BINARY_EXCHANGE,
        LONG,
        MIX;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Factorisation algorithms for panels, in the order of their numbers in an HPL.dat. */
    public enum Fact {
        LEFT,
        CROUT,
        RIGHT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Creates a configuration.
     *
     * @throws InputException if a value is out of its domain
     */
    public HplSettings {
        require(n >= 1 && n <= 1 << 30, "n", "1 to 2^30", n);
        require(nb >= 1 && nb <= n, "nb", "1 to n", nb);
        require(p >= 1, "p", "1 or more", p);
        require(q >= 1 && (long) p * q <= 1 << 24, "q", "1 or more, and p x q at most 2^24", q);
        require(depth >= 0, "depth", "0 or more", depth);
        require(nbmin >= 1, "nbmin", "1 or more", nbmin);
        require(ndiv >= 2, "ndiv", "2 or more", ndiv);
        require(threshold >= 0, "threshold", "0 or more", threshold);
    }

    /** Returns these settings for a matrix of another order. */
    HplSettings ofOrder(int order) {
        return new HplSettings(order, nb, p, q, bcast, swap, depth, pfact, rfact, nbmin, ndiv, threshold, columnMajor);
    }

    /** Returns the number of panels of the matrix. */
    public int panels() {
        return (n + nb - 1) / nb;
    }

    int rank(int row, int column) {
        return columnMajor ? column * p + row : row * q + column;
    }

    int row(int rank) {
        return columnMajor ? rank % p : rank / q;
    }

    int column(int rank) {
        return columnMajor ? rank / p : rank % q;
    }

    /** Returns the approximate number of messages of the program. */
    public double messages() {
        double rounds = Math.log(p) / Math.log(2);
        boolean isLong = swap != Swap.BINARY_EXCHANGE;
        return n * rounds * p + (double) panels() * ranks() * ((p == 1 ? 0 : isLong ? p : rounds) + 1);
    }

    private static void require(boolean fulfilled, String key, String domain, int found) {
        if (!fulfilled) {
            throw new InputException("'" + key + "' of hpl must be " + domain + ", found " + found);
        }
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return p * q;
    }

    /** Returns the number of operations by HPL's count: (2/3) n^3 + (3/2) n^2. */
    public double flops() {
        return (2.0 / 3 * n + 1.5) * n * n;
    }

    /** Returns the program's name, {@code hpl}, and its settings, under the keys of the text form. */
    public Map<String, Object> configuration() {
        return ImmutableMap.<String, Object>builder()
                .put("program", "hpl")
                .put("n", n)
                .put("nb", nb)
                .put("p", p)
                .put("q", q)
                .put("bcast", bcast)
                .put("swap", swap)
                .put("depth", depth)
                .put("pfact", pfact)
                .put("rfact", rfact)
                .put("nbmin", nbmin)
                .put("ndiv", ndiv)
                .put("threshold", threshold)
                .put("pmap", columnMajor ? "column" : "row")
                .build();
    }

    /** Returns the settings as text, {@code n=…,nb=…,…}. */
    @Override
    public String toString() {
        String text = Joiner.on(',')
                .withKeyValueSeparator('=')
                .join(Maps.filterKeys(configuration(), key -> !key.equals("program") && !key.equals("pmap")));
        return columnMajor ? text + ",pmap=column" : text;
    }
}
