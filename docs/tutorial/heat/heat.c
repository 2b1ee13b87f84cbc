/* Heat on a square plate: Jacobi on blocks of rows and columns, halo exchange, residual every ten steps.
 * mpicc -O2 -o heat heat.c -lm; mpirun -np 8 ./heat 2048 40 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int side = argc > 1 ? atoi(argv[1]) : 2048, steps = argc > 2 ? atoi(argv[2]) : 40;
    int ranks, rank, blocks[2] = {0, 0}, open[2] = {0, 0}, at[2], up, down, left, right;
    MPI_Comm grid;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, blocks);
    MPI_Cart_create(MPI_COMM_WORLD, 2, blocks, open, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    int rows = side / blocks[0], columns = side / blocks[1], width = columns + 2;
    double *old = calloc((size_t)(rows + 2) * width, sizeof *old), *new = calloc((size_t)(rows + 2) * width, sizeof *new);
    MPI_Datatype column;
    MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (at[0] == 0)
        for (int j = 0; j < width; j++) old[j] = new[j] = 100;
    double residual = 0, start = MPI_Wtime();
    for (int step = 1; step <= steps; step++) {
        MPI_Request sent[4];
        MPI_Isend(old + width + 1, columns, MPI_DOUBLE, up, 0, grid, sent);
        MPI_Isend(old + rows * width + 1, columns, MPI_DOUBLE, down, 1, grid, sent + 1);
        MPI_Isend(old + width + 1, 1, column, left, 2, grid, sent + 2);
        MPI_Isend(old + width + columns, 1, column, right, 3, grid, sent + 3);
        MPI_Recv(old + (rows + 1) * width + 1, columns, MPI_DOUBLE, down, 0, grid, MPI_STATUS_IGNORE);
        MPI_Recv(old + 1, columns, MPI_DOUBLE, up, 1, grid, MPI_STATUS_IGNORE);
        MPI_Recv(old + width + columns + 1, 1, column, right, 2, grid, MPI_STATUS_IGNORE);
        MPI_Recv(old + width, 1, column, left, 3, grid, MPI_STATUS_IGNORE);
        for (int i = 0; i < 4; i++) MPI_Wait(sent + i, MPI_STATUS_IGNORE);
        double sum = 0;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= columns; j++) {
                double *cell = old + (size_t)i * width + j;
                double next = (cell[-width] + cell[width] + cell[-1] + cell[1]) / 4;
                sum += (next - *cell) * (next - *cell);
                new[(size_t)i * width + j] = next;
            }
        if (step % 10 == 0) MPI_Allreduce(&sum, &residual, 1, MPI_DOUBLE, MPI_SUM, grid);
        double *swap = old;
        old = new;
        new = swap;
    }
    if (rank == 0) printf("residual %g after %d steps, %.3f s\n", sqrt(residual), steps, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
