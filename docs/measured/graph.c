/* Times contention graphs with MPI: a barrier, then all messages of a graph at once, each timed by its sender until it
 * has been received (Vienne et al. 2008, section IV.B; Martinasso and Mehaut 2011, section 3.3).
 *
 *     mpicc -O2 -o graph graph.c -lm
 *     mpirun --map-by ppr:8:node ./graph 20971520 "0>1 0>2 4>3" > measured.json
 *
 * Nodes are numbered from 0 as their lowest ranks are. Each message has a process at either end, so that a node needs as
 * many as it has messages. A graph is repeated until the 95 % interval of each mean is within 2 % of it, at most 2000
 * times (Zhu et al. 2012, section 3.1). Several graphs are several arguments. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, WARM_UP = 3, LEAST = 5, REPETITIONS = 2000 };

static int rank, ranks, *node_of, *used;
static char *buffer, answer;

/* A process of a node that has no message yet. */
static int process_on(int node) {
    for (int r = 0; r < ranks; r++)
        if (node_of[r] == node && !used[r]) return used[r] = 1, r;
    if (rank == 0) fprintf(stderr, "node %d has too few processes\n", node);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return -1;
}

/* Measures a graph; on rank 0, mean and half of the 95 % interval of each message. Returns the repetitions. */
static int measure(int edges, const int *from, const int *to, int bytes, double *mean, double *half) {
    int sender[MOST], receiver[MOST];
    double sum[MOST] = {0}, squares[MOST] = {0}, mine[MOST], all[MOST];
    memset(used, 0, ranks * sizeof *used);
    for (int e = 0; e < edges; e++) sender[e] = process_on(from[e]), receiver[e] = process_on(to[e]);
    for (int count = -WARM_UP + 1, enough = 0;; count++) {
        memset(mine, 0, sizeof mine);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int e = 0; e < edges; e++) {
            if (rank == sender[e]) {
                double start = MPI_Wtime();
                MPI_Send(buffer, bytes, MPI_BYTE, receiver[e], 0, MPI_COMM_WORLD);
                MPI_Recv(&answer, 1, MPI_BYTE, receiver[e], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                mine[e] = MPI_Wtime() - start;
            } else if (rank == receiver[e]) {
                MPI_Recv(buffer, bytes, MPI_BYTE, sender[e], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Send(&answer, 1, MPI_BYTE, sender[e], 1, MPI_COMM_WORLD);
            }
        }
        MPI_Allreduce(mine, all, edges, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (count < 1) continue;
        enough = count >= LEAST;
        for (int e = 0; e < edges; e++) {
            sum[e] += all[e], squares[e] += all[e] * all[e], mean[e] = sum[e] / count;
            double variance = count > 1 ? fmax(0, squares[e] - sum[e] * mean[e]) / (count - 1) : 0;
            half[e] = 1.96 * (1 + 1.4 / fmax(1, count - 1)) * sqrt(variance / count); /* near Student's t */
            enough = enough && 2 * half[e] <= 0.02 * mean[e];
        }
        if (enough || count == REPETITIONS) return count;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int bytes = argc > 2 ? atoi(argv[1]) : 0, lowest = rank, nodes = 0;
    if (bytes < 1) {
        if (rank == 0) fprintf(stderr, "usage: graph BYTES \"0>1 0>2\" ...\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    buffer = malloc(bytes), node_of = malloc(ranks * sizeof *node_of), used = calloc(ranks, sizeof *used);
    memset(buffer, 1, bytes);
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
    MPI_Bcast(&lowest, 1, MPI_INT, 0, here);
    MPI_Allgather(&lowest, 1, MPI_INT, node_of, 1, MPI_INT, MPI_COMM_WORLD);
    if (getenv("GRAPH_PROCESSES_A_NODE")) /* for a try on one machine: so many processes are a node */
        for (int r = 0; r < ranks; r++) node_of[r] = r - r % atoi(getenv("GRAPH_PROCESSES_A_NODE"));
    for (int r = 0; r < ranks; r++) node_of[r] = node_of[r] == r ? nodes++ : node_of[node_of[r]];

    int from[MOST] = {0}, to[MOST] = {1};
    double mean[MOST], half[MOST];
    for (int graph = 1; graph < argc; graph++) {
        int edges = graph == 1; /* the first one is the reference: one message from node 0 to node 1 */
        for (char *word = graph > 1 ? strtok(argv[graph], " ") : NULL; word; word = strtok(NULL, " "), edges++)
            if (edges == MOST || sscanf(word, "%d>%d", &from[edges], &to[edges]) != 2 || from[edges] == to[edges]) {
                if (rank == 0) fprintf(stderr, "'%s' is no message: expected 0>1\n", word);
                MPI_Abort(MPI_COMM_WORLD, 2);
            }
        int repetitions = measure(edges, from, to, bytes, mean, half);
        if (rank != 0) continue;
        if (graph == 1) {
            printf("{\"about\": \"measured with MPI\", \"bytes\": %d, \"referenceTime\": %.9g, \"graphs\": [", bytes, mean[0]);
            continue;
        }
        printf("%s\n{\"name\": \"graph %d\", \"repetitions\": %d, \"edges\": [", graph > 2 ? "," : "", graph - 1, repetitions);
        for (int e = 0; e < edges; e++)
            printf("%s{\"id\": \"%d\", \"source\": %d, \"destination\": %d, \"mean\": %.9g, \"low\": %.9g, \"high\": %.9g}",
                   e ? ", " : "", e + 1, from[e], to[e], mean[e], mean[e] - half[e], mean[e] + half[e]);
        printf("]}");
    }
    if (rank == 0) printf("]}\n");
    MPI_Finalize();
    return 0;
}
