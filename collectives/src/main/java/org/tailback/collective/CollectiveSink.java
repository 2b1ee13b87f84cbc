package org.tailback.collective;

/**
 * Receiver of the operations of one rank in a collective operation: messages, waits, and the blocks of data moved.
 * Ranks are positions in the group that performs the operation.
 *
 * <p>A rank's memory is a set of numbered blocks. {@link #carry} specifies the blocks of the next message: at the
 * sender, the blocks whose values are sent; at the receiver, the blocks where the values are stored, in the same order.
 * Predictions of time ignore blocks; tests move the blocks and compare the result with the definition of the operation.
 * The blocks with P ranks:
 *
 * <table>
 *   <caption>Blocks before and after</caption>
 *   <tr><th>operation<th>blocks<th>initial data of rank r<th>required result at rank r
 *   <tr><td>barrier<td>0: the set of ranks known to have arrived<td>{r}<td>all ranks
 *   <tr><td>bcast<td>0 to N - 1: parts of the buffer<td>the root: all<td>all
 *   <tr><td>reduce, allreduce<td>0 to N - 1: parts of the buffer<td>its own contribution<td>sum over all ranks (reduce:
 *   at the root)
 *   <tr><td>scan, exscan<td>0 to N - 1: parts of the buffer<td>its own contribution<td>sum over ranks 0 to r, or 0 to r
 *   - 1
 *   <tr><td>reduce_scatter(_block)<td>i: the result for rank i<td>its own contribution to all blocks<td>block r: sum
 *   over all ranks
 *   <tr><td>gather(v)<td>i: the block of rank i<td>block r<td>the root: all
 *   <tr><td>scatter(v)<td>i: the block for rank i<td>the root: all<td>block r
 *   <tr><td>allgather(v)<td>i: the block of rank i<td>block r<td>all
 *   <tr><td>alltoall(v, w)<td>i P + j: the block from i to j<td>r P + j for all j<td>i P + r for all i
 * </table>
 *
 * <p>Other block numbers are free for intermediate results. The parts of a buffer are defined by {@link
 * CollectiveSchedule#partition}.
 *
 * <p>Requests are numbered densely from 0. All requests are completed at the end of the operation.
 */
public interface CollectiveSink {
    /**
     * Adds blocks to the next message, after the blocks of earlier calls for the same message.
     *
     * @param firstBlock number of the first block, >= 0
     * @param count number of blocks in ascending order, >= 0
     */
    void carry(long firstBlock, int count);

    /** Appends a non-blocking send. */
    void isend(int request, int destination, long bytes);

    /** Appends a non-blocking receive. */
    void irecv(int request, int source, long bytes);

    /** Appends a send and the wait for it. */
    void send(int destination, long bytes);

    /** Appends a receive and the wait for it. */
    void recv(int source, long bytes);

    /** Waits for {@code count} requests from {@code firstRequest} on. */
    void awaitAll(int firstRequest, int count);

    /**
     * Reduces the values of blocks into the values of other blocks. A count of 0 stands for a reduction whose result no
     * rank needs.
     *
     * @param bytes size of the reduced values in bytes, which determines the time by {@link
     *     CollectiveSelector#localWork}
     */
    void combine(long fromBlock, long intoBlock, int count, long bytes);

    /** Copies the values of blocks. The copy takes no time. */
    void copy(long fromBlock, long intoBlock, int count);
}
