/*
 * The messages of a graph, or an all-to-all exchange, over MPI; started by testbed.sh, read by measure.py.
 *
 *   messages graph    BYTES REPETITIONS FROM>TO …     prints: repetition, edge, seconds until its receiver has it
 *   messages alltoall A|B BYTES REPETITIONS           prints: repetition, 0, seconds of the slowest rank
 *
 * All nodes are on one machine and share its monotonic clock, so that they can begin at one instant.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, ranks;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* All ranks leave at the same instant, 20 ms after the last has come. */
static double together(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now() + 0.02;
    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    while (now() < start) {
        struct timespec t = {0, 20000};
        if (start - now() > 1e-4) nanosleep(&t, NULL);
    }
    return start;
}

static void print(int repetition, int count, double *seconds) {
    MPI_Allreduce(MPI_IN_PLACE, seconds, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int e = 0; rank == 0 && e < count; e++) printf("%d %d %.9f\n", repetition, e, seconds[e]);
    if (rank == 0) fflush(stdout);
}

static void graph(int bytes, int repetitions, int count, char **edges) {
    MPI_Request *request = malloc(2 * count * sizeof *request);
    int *edgeOf = malloc(2 * count * sizeof *edgeOf);
    double *seconds = malloc(count * sizeof *seconds);
    char *data = calloc(count, bytes);
    for (int r = -1; r < repetitions; r++) {
        int posted = 0;
        double start = together();
        memset(seconds, 0, count * sizeof *seconds);
        for (int receive = 1; receive >= 0; receive--) {
            for (int e = 0; e < count; e++) {
                int from, to;
                sscanf(edges[e], "%d>%d", &from, &to);
                if (receive && to == rank) {
                    edgeOf[posted] = e;
                    MPI_Irecv(data + (size_t) e * bytes, bytes, MPI_BYTE, from, e, MPI_COMM_WORLD, &request[posted++]);
                } else if (!receive && from == rank) {
                    edgeOf[posted] = -1;
                    MPI_Isend(data + (size_t) e * bytes, bytes, MPI_BYTE, to, e, MPI_COMM_WORLD, &request[posted++]);
                }
            }
        }
        for (int done = 0; done < posted; done++) {
            int which;
            MPI_Waitany(posted, request, &which, MPI_STATUS_IGNORE);
            if (edgeOf[which] >= 0) seconds[edgeOf[which]] = now() - start;
        }
        print(r, count, seconds);
    }
}

static void alltoall(char form, int bytes, int repetitions) {
    MPI_Request *request = malloc(ranks * sizeof *request);
    char *in = calloc(ranks, bytes), *out = calloc(1, bytes);
    for (int r = -1; r < repetitions; r++) {
        double start = together();
        if (form == 'A') {
            for (int i = 1; i < ranks; i++) {
                MPI_Irecv(in, bytes, MPI_BYTE, rank ^ i, 0, MPI_COMM_WORLD, request);
                MPI_Send(out, bytes, MPI_BYTE, rank ^ i, 0, MPI_COMM_WORLD);
                MPI_Wait(request, MPI_STATUS_IGNORE);
            }
        } else {
            int posted = 0;
            for (int i = 0; i < ranks; i++)
                if (i != rank)
                    MPI_Irecv(in + (size_t) i * bytes, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD, &request[posted++]);
            for (int i = 1; i < ranks; i++) MPI_Send(out, bytes, MPI_BYTE, rank ^ i, 0, MPI_COMM_WORLD);
            MPI_Waitall(posted, request, MPI_STATUSES_IGNORE);
        }
        double seconds = now() - start;
        print(r, 1, &seconds);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 4 && strcmp(argv[1], "graph") == 0) graph(atoi(argv[2]), atoi(argv[3]), argc - 4, argv + 4);
    if (argc > 4 && strcmp(argv[1], "alltoall") == 0) alltoall(argv[2][0], atoi(argv[3]), atoi(argv[4]));
    MPI_Finalize();
    return 0;
}
